/** How a record of a log begins, as many programs write it: a text of such lines is a stream, whatever else it says. */
import { expect, test } from 'vitest';
import { sniff } from '../../src/classify/sniff.js';

/** Written by hand after each program's documented form; `~` counts up. */
const FORMS: readonly (readonly [string, string])[] = [
  ['Android', '03-17 16:13:0~.811  1702  2395 D WindowManager: freezing wtoken'],
  ['Android, brief', 'D/WindowManager( 170~): freezing wtoken'],
  ['Linux audit', 'type=SYSCALL msg=audit(136448136~.243:24287): arch=c000003e syscall=2 success=no exit=-13'],
  ['Java machine', '[0.01~s][info][gc] Using G1'],
  ['WebLogic', '####<Oct 1, 2026 5:42:1~ PM UTC> <Info> <Security> <quay-1> <AdminServer> <main> <> <> started'],
  ['pm2', '0|tides  | 2026-11-22T12:00:0~: listening'],
  ['Erlang', '=INFO REPORT==== 22-Nov-2026::12:00:0~.123 ==='],
  ['Hadoop', '081109 20361~ 148 INFO quay.Berth$Responder: responder 1 for boat_38 ends'],
  ['a cluster', '- 111783857~ 2005.06.03 R02-M1 2005-06-03-15.42.50.675872 R02-M1 RAS KERNEL INFO parity corrected'],
  [
    'a cluster, with a label',
    'KERNDTLB 111783857~ 2005.06.03 R02-M1 2005-06-03-15.42.50.675872 R02-M1 RAS KERNEL FATAL TLB',
  ],
  [
    'a cluster of Linux',
    '- 113156646~ 2005.11.09 dn228 Nov 9 12:01:01 dn228/dn228 crond(pam_unix)[2915]: session closed',
  ],
  ['a cluster, by events', '13468~ node-246 unix.hw state_change.unavailable 1077804742 1 Component is unavailable'],
  ['a proxy', '[10.30 16:49:0~] chrome.exe - proxy.quay.example:5070 open through proxy HTTPS'],
  ['Snort', '03/17/2026-16:13:0~.811123  [**] [1:2010935:3] ET SCAN inbound to 1433 [**] [Priority: 2] {TCP}'],
  ['Apache, by hosts', 'quay.example:80 10.0.0.N - - [20/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 512'],
  ['MongoDB', '{"t":{"$date":"2026-11-22T12:00:0~.123Z"},"s":"I","c":"NETWORK","id":23015,"msg":"listening"}'],
  ['a log turned over', 'quay-api.log.1.2026-05-16_13:53:08 2026-05-16 00:00:0~.008 25746 INFO quay.wsgi.server up'],
];

test.each(FORMS)('%s', (_, form) => {
  const lines = Array.from({ length: 12 }, (_, i) => form.replace('~', String(i % 10)));
  expect(sniff(lines).shape).toBe('stream');
});

test('two forms of a time in one log, both of which rise', () => {
  const lines = Array.from({ length: 12 }, (_, i) =>
    i % 2 === 0
      ? `[2026-11-22 23:33:${10 + i} +0000] [26598] [INFO] worker ${i} is up`
      : `10.0.0.7 - - [22/Nov/2026:23:33:${10 + i} +0000] "GET /tides HTTP/1.1" 200 512`,
  );
  expect(sniff(lines).shape).toBe('stream');
});

const NONE: readonly (readonly [string, string])[] = [
  ['a listing with days', '-rw-r--r-- 1 quay quay 48~ 2026-11-22 12:00 tides.csv'],
  ['rows with seconds since 1970', '24~ 1077804742 11 12'],
  ['points of a measure', '0.01~ 4.5 2.25'],
  ['a version list', '10.30 16.4~ chrome'],
];

test.each(NONE)('%s is no log', (_, form) => {
  const lines = Array.from({ length: 12 }, (_, i) => form.replace('~', String(i % 10)));
  expect(sniff(lines).shape).not.toBe('stream');
});
