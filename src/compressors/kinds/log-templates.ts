import { isRecordStart } from '../../text/record.js';
import { evidenceOf } from '../../text/severity.js';
import { BadForm, defineCompressor } from '../compressor.js';
import { findClusters } from '../log/cluster.js';
import {
  fillTemplate,
  formatRow,
  formatTemplate,
  nameOf,
  parseTemplate,
  readRow,
  type Template,
} from '../log/template.js';

const ABOUT = 'log by templates, a row fills the {} of the one of its letter, " is as above';
const MIN_RECORDS = 8;
const MAX_RECORD_CHARS = 2_048;
/** The form costs attention: it must pay. */
const MAX_SHARE = 0.85;

/** `[a: {} INFO berth {} is free]` */
const DEFINITION = /^\[([a-z]{1,2}): (.*)\]$/;
const ROW = /^([a-z]{1,2})(?: (.*))?$/;
/** Before a line that could be taken for one of ours. */
const AS_IT_IS = '=';

interface Named {
  readonly name: string;
  readonly template: Template;
  /** Of the last row. */
  above?: readonly string[];
}

/** Records of a log: what many have in common is said once. Of each that speaks of trouble the first and the last stay as they are. */
export default defineCompressor({
  name: 'log-templates',
  kinds: ['log'],
  forms: [ABOUT],
  shapes: ['stream'],
  about:
    'Says once what many records of a log have in common, and of each what differs; the first and last of each error and warning stay whole.',
  suits: head => head.filter(isRecordStart).length >= MIN_RECORDS,
  compress(text, { profile, isLate }) {
    // Where lines may be left out, those that say nothing new are.
    if (profile !== 'light') return undefined;
    const lines = text.split('\n');
    const records = lines.flatMap((line, at) =>
      isRecord(line) ? [{ at, text: line, isEvidence: evidenceOf(line) !== undefined }] : [],
    );
    const clusters = findClusters(records, isLate);
    if (clusters === undefined || clusters.length === 0) return undefined;
    const of = new Map(clusters.flatMap(cluster => [...cluster.values.keys()].map(at => [at, cluster] as const)));
    const named = new Map<(typeof clusters)[number], Named>();
    const body: string[] = [];
    for (const [at, line] of lines.entries()) {
      const cluster = of.get(at);
      const known = cluster && named.get(cluster);
      const name = known?.name ?? nameOf(named.size);
      if (cluster === undefined || name.length > 2) {
        body.push(isOurs(line) ? AS_IT_IS + line : line);
        continue;
      }
      const mine = known ?? { name, template: cluster.template };
      if (known === undefined) {
        named.set(cluster, mine);
        body.push(`[${name}: ${formatTemplate(mine.template)}]`);
      }
      const values = cluster.values.get(at) ?? [];
      const row = formatRow(values, mine.above);
      body.push(values.length === 0 ? name : `${name} ${row}`);
      mine.above = values;
    }
    const out = body.join('\n');
    return out.length <= text.length * MAX_SHARE ? { about: ABOUT, body: out } : undefined;
  },
  decode({ body }) {
    const named = new Map<string, Named>();
    return body
      .split('\n')
      .flatMap((line, at) => {
        if (line.startsWith(AS_IT_IS)) return [line.slice(1)];
        const [, name = '', text = ''] = DEFINITION.exec(line) ?? [];
        const template = name === '' ? undefined : parseTemplate(text);
        if (template !== undefined) {
          named.set(name, { name, template });
          return [];
        }
        const [, letter = '', row = ''] = ROW.exec(line) ?? [];
        if (letter === '') return [line];
        const mine = named.get(letter);
        if (mine === undefined) throw new BadForm(at + 1, `no template above is named ${letter}`);
        mine.above = readRow(row, at + 1, mine.template, mine.above);
        return [fillTemplate(mine.template, mine.above)];
      })
      .join('\n');
  },
});

const isRecord = (line: string): boolean => line.length <= MAX_RECORD_CHARS && isRecordStart(line);

const isOurs = (line: string): boolean => line.startsWith(AS_IT_IS) || DEFINITION.test(line) || ROW.test(line);
