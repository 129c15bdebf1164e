/**
 * The leader of a command's session. When a leader ends, the system hangs up its terminal on the foreground group, and
 * with it on all that the command left in the background; so the command does not lead itself. A few lines of perl do:
 * as an interactive shell would, they start it in a process group of its own in the foreground, and take the foreground
 * back when it has ended.
 */
import { isExecutable } from './command-path.js';

/** What user and project put into PATH must not decide which perl runs. */
const PERLS = ['/usr/bin/perl', '/bin/perl', '/usr/local/bin/perl', '/opt/homebrew/bin/perl'];

/** Path of perl; undefined: there is none, and the command leads its session itself. */
export function findPerl(): string | undefined {
  return PERLS.find(isExecutable);
}

/** Variables that change how perl starts begin like this. They are kept from the leader, and given to the command. */
export const PERL_VARIABLE = /^PERL/;

/** Set for the leader: silent where the locale is not installed. */
export const PERL_QUIET = 'PERL_BADLANG';

/**
 * Arguments: number of the descriptor for reports, inherited descriptors (`3,4`), signals to ignore that perl itself
 * will not (`CHLD` or nothing), the command's words. Stdout is the terminal.
 * Reports lines: `pid 12`; `stop` when the command has been stopped; `end 256` with the status as `waitpid` gives it.
 * Then it waits, holding nothing of the terminal, until the other end of the reports is closed.
 * - Signals that end or stop a process are caught, not ignored: `exec` gives the child the default back, ignored ones
 *   stay so. One that is caught before the child is the command is given to the command.
 * - SIGHUP with a dead terminal is the hang-up, which only the leader is told; a stopped job is woken for it. Where the
 *   leader may not pass it on (`sudo`), it ends, and the system tells the foreground.
 * - Perl makes a stop (2: WUNTRACED) the status 0, but only an end leaves no such process (3: ESRCH).
 * - TTOU must be ignored by whoever changes the foreground from the background.
 * - TIOCSPGRP by number, because the module POSIX takes 10 ms to load: first Linux, then the BSDs and macOS.
 * - A new name for `ps`, or `pkill -f` would take it for the command.
 */
export const LEADER_SCRIPT = `
my ($fd, $others, $ignored) = splice @ARGV, 0, 3;
open my $reports, "+<&=$fd" or exit 126;
sub to_front { for my $request (0x5410, 0x80047476) { return if ioctl STDOUT, $request, pack "i", $_[0] } }
my ($pid, @early);
for my $name (grep { ($SIG{$_} || "") ne "IGNORE" } qw(HUP INT QUIT TERM TSTP TTIN)) {
  $SIG{$name} = sub {
    push @early, $name;
    if ($name eq "HUP" && $pid && !-t STDOUT) { kill("HUP", $pid) ? kill("CONT", -$pid) : exit }
  };
}
my $ttou = $SIG{TTOU} || "DEFAULT";
$SIG{TTOU} = "IGNORE";
$pid = fork;
if (!$pid) {
  if (defined $pid) { setpgrp 0, 0; to_front($$) }
  $SIG{TTOU} = $ttou;
  $SIG{$_} = "IGNORE" for split /,/, $ignored;
  syswrite $reports, "pid $$\\n";
  delete $ENV{${PERL_QUIET}};
  $SIG{$_} = "DEFAULT", kill $_, $$ for @early;
  exec { $ARGV[0] } @ARGV;
  my $code = $! == 2 ? 127 : 126;
  print STDERR "sh: exec: $ARGV[0]: $!\\n";
  exit $code;
}
$0 = "tinyjuice";
chdir "/";
$SIG{PIPE} = "IGNORE";
close STDIN; close STDERR;
for (split /,/, $others) { if (open my $other, "<&=$_") { close $other } }
while (waitpid($pid, 2) == $pid && $? == 0 && (kill(0, $pid) || $! != 3)) { syswrite $reports, "stop\\n" }
my $status = $?;
$pid = 0;
to_front(getpgrp);
close STDOUT;
syswrite $reports, "end $status\\n";
sysread $reports, my $nothing, 1;
`;
