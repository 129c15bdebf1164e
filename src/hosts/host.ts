/**
 * Contract of a host: an agent's program that we plug into. One file of data in `adapters/`, found by its name; install,
 * uninstall, doctor and the hook itself are written once, over these records.
 */

/** One change in one file that belongs to the host. */
export type Edit =
  /** An entry of a list in a file of JSON, with or without comments. What of the list runs our hook is ours. */
  | {
      readonly kind: 'json-entry';
      readonly path: string;
      readonly at: readonly string[];
      readonly entry: Json;
      /** What the host asks of a file beside that, where there is none yet. */
      readonly fresh?: Json;
    }
  /** A marked block in a text that a person may have written too. */
  | { readonly kind: 'text-block'; readonly path: string; readonly text: string }
  /** A file of our own. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Where a host's files are looked for. */
export interface Places {
  /** A path of the user's: in the folder that a variable names, or else below the home folder. */
  user(folder: UserFolder, ...below: readonly string[]): string;
  /** A path in the project; undefined: what is asked for is the user's own set-up. */
  readonly project: ((...below: readonly string[]) => string) | undefined;
  /** Our program and the words behind it, for a shell. */
  command(...words: readonly string[]): string;
}

export interface UserFolder {
  readonly variable?: string;
  /** Below the home folder, where the variable says nothing; what begins with `.config/`, where `XDG_CONFIG_HOME` says. */
  readonly home: string;
}

/** What a hook is told. */
export type Payload = Readonly<Record<string, unknown>>;

export type Variables = Readonly<Record<string, string | undefined>>;

/** What a tool of the host has given, as far as its payload says. */
export interface ToolOutput {
  /** A shell's output is known by its command; what another tool gives is only ever written in another, exact form. */
  readonly tool: 'shell' | 'other';
  readonly name: string;
  readonly command?: string | undefined;
  /** What the model would see, or the beginning of it. */
  readonly text: string;
  /** Where all of it stands, if that is not the text. */
  readonly whole?: WholeText | undefined;
  readonly exitCode?: number | undefined;
  /** Longer texts would be cut by the host, or cost more than what it shows by itself: in place of the hook's own limit. */
  readonly maxBytes?: number | undefined;
  readonly cwd?: string | undefined;
  /** A subagent's kind. */
  readonly agent?: string | undefined;
  /** The host's name of the session. */
  readonly session?: string | undefined;
}

export type WholeText =
  /** A file that holds it. */
  | { readonly kind: 'file'; readonly path: string }
  /** A file of JSON lines, near the end of which `find` knows it. Where none is found, nothing is answered. */
  | { readonly kind: 'record'; readonly path: string; find(line: unknown): Recorded | undefined };

export interface Recorded {
  readonly text: string;
  readonly exitCode: number;
}

/** A text in place of what a tool has given. */
export interface NewText {
  readonly text: string;
  readonly exitCode: number | undefined;
}

export interface SampleOutput {
  readonly command: string;
  readonly text: string;
  readonly exitCode: number;
  /** Where files may be put. */
  readonly folder: string;
}

export interface Sample {
  readonly payload: Payload;
  readonly variables: Variables;
  /** What stands in files beside it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How a host's hook after a tool is spoken with. */
export interface Hook {
  /** What a shell prints cannot be replaced there, only what servers' tools give. */
  readonly only?: 'servers';
  /** Undefined: no payload of this host, or nothing that may be changed. Must not throw for whatever it is given. */
  read(payload: Payload, variables: Variables): ToolOutput | undefined;
  /** The answer, exactly in the host's form. */
  answer(payload: Payload, text: NewText): Json;
  /** Longer texts would be cut by the host, or cost more than what it shows of a long one: nothing is answered. */
  readonly maxBytes: number;
  /** What an answer costs by itself: less saved than this is not worth it. */
  readonly minSavedBytes: number;
  /** What the host would say of an output: for `doctor --live` and the tests. */
  sample(output: SampleOutput): Sample;
  /** The text of an answer. */
  textOf(answer: Payload): unknown;
}

/** A shell command that is about to run. */
export interface ShellCall {
  readonly command: string;
  readonly cwd?: string | undefined;
  /** The folder whose settings hold, where that is another one. */
  readonly project?: string | undefined;
  /** The user is asked for nothing in this mode of the host's: what is not forbidden runs. */
  readonly asksNothing: boolean;
}

/** What a user lets the shell run: texts of commands, `*` for anything. */
export interface CommandRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** What no rule speaks of runs too. */
  readonly asksNothing: boolean;
}

/** A file of JSON with rules of the user's; undefined: it holds what cannot be judged from outside. */
export interface RuleFile {
  readonly path: string;
  read(settings: Payload): CommandRules | undefined;
}

/** How a host's hook before a shell command is spoken with. Only where its user has asked for it. */
export interface Rewriting {
  edits(places: Places): readonly Edit[];
  /** Undefined: no call of a shell of this host, or one that is to run as it is. Must not throw. */
  read(payload: Payload, variables: Variables): ShellCall | undefined;
  /** The answer, exactly in the host's form: all else of the tool's input as it is, and no word on whether it is allowed. */
  answer(payload: Payload, command: string): Json;
  /** Where rules for commands stand. */
  rules(places: Places): readonly RuleFile[];
  /** Where rules may stand that are not read: where one of them is there, nothing is rewritten. */
  readonly closed: readonly string[];
  /** A folder with what the host's shell runs first: a function or an alias in it is no program. */
  startFiles?(places: Places): string;
  /** Rules that the host was started with. */
  readonly started?:
    | {
        /** Its process. */
        pid(variables: Variables): string | undefined;
        /** Of its words; undefined: what they say cannot be judged from outside. */
        read(words: readonly string[]): CommandRules | undefined;
      }
    | undefined;
  /** A rule of the host's that allows a command, whatever stands behind it. */
  allowRule(command: string): string;
  /** What the host would say of a call: for `doctor --live` and the tests. */
  sample(command: string): Pick<Sample, 'payload' | 'variables'>;
  /** The command of an answer. */
  commandOf(answer: Payload): unknown;
}

/** A switch of the host's that stops our hook, in a file of JSON or TOML. */
export interface OffSwitch {
  readonly path: string;
  readonly at: readonly string[];
  /** Its value, or one of those in a list. */
  readonly is: Json;
}

/** Where a host remembers which hooks its user has agreed to. */
export interface Trust {
  readonly path: string;
  readonly at: readonly string[];
  /** Of our entry, by its place in the list. */
  key(index: number): string;
  readonly remembers: {
    /** The field with the SHA-256 of what was agreed to, as JSON with its names in order. */
    readonly hash: string;
    /** That part of an entry. */
    of(entry: Json): Json;
    /** The field that says whether it is switched on. */
    readonly isOn: string;
  };
  /** What the user has to do. */
  readonly how: string;
}

export interface Host {
  /** Equals the file name. */
  readonly name: string;
  readonly title: string;
  /** Where the facts about it come from, and when they were looked up. */
  readonly source: string;
  /** `run`: the real program has been driven with it. `read`: only its documentation or code was read. */
  readonly tested: 'run' | 'read';
  /** What is done to which output, in one sentence. */
  readonly about: string;
  /** What tells that the host is there: programs, and folders that it makes. */
  signs(places: Places): { readonly programs: readonly string[]; readonly folders: readonly string[] };
  /** @throws {JuiceError} BAD_USE where a host has nothing of the kind for a project, or for a user. */
  edits(places: Places): readonly Edit[];
  /** It has nothing for all that a user does. */
  readonly isOfProjects?: boolean;
  readonly hook?: Hook;
  readonly rewriting?: Rewriting;
  /** Where it has none: why, if it is not that outputs are replaced anyway. */
  readonly whyNoRewriting?: string;
  /** What is left for the user to do. */
  readonly next?: string;
  switches?(places: Places): readonly OffSwitch[];
  /** Where else hooks of this host may stand: files of settings, and folders of those or of plugins. */
  hookPlaces?(places: Places): readonly string[];
  trust?(places: Places): Trust;
}

export const defineHost = (host: Host): Host => host;
