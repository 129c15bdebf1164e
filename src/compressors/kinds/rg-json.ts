/**
 * What `rg --json` writes, grouped by file:
 *
 *     src/cart.ts                            a file begins
 *     8:30+10@403:import { charsOf } …       line, column of the match, its length, and the line's place in the file, in bytes
 *     12:1,20:const a = charsOf(b);          two matches as long as the one before; the place follows from the line above
 *     13-  return a;                         a line around it
 *     = 8072 bytes, 28041 ns                 the file is done
 *     > {"data":…,"type":"summary"}          anything else, as it is
 */
import { BadForm, defineCompressor } from '../compressor.js';
import { type Ended, type FoundLine, type Message, readMessage, type Span, writeMessage } from '../search/messages.js';

const AS_IT_IS = '> ';
/** Lines of the head that show it. */
const MIN_MESSAGES = 3;
const ABOUT = /^rg json by file, (\d+) lines, line:column\+length@place$/;
const HEADED = /^\{"type":"(?:begin|match|context|end)","data":\{"path":\{/;

const MATCH = /^(\d+):(\d+(?:\+\d+)?(?:,\d+(?:\+\d+)?)*)(?:@(\d+))?:(.*)$/;
const CONTEXT = /^(\d+)(?:@(\d+))?-(.*)$/;
const END = /^= (\d+) bytes, (\d+) ns(?:, (\d+) printed)?(?:, (\d+) lines)?(?:, (\d+) matches)?$/;
/** Every other line is a path; one that could be something else stands as it is. */
const NO_PATH = /^(?:\d+[:@-]|[=>[])/;

/** What the lines so far have said. */
interface State {
  path: string | undefined;
  /** Where the next line of the file begins, if it is the one behind the last. */
  nextOffset: number;
  nextNumber: number;
  length: number;
  printed: number;
  lines: number;
  matches: number;
}

const openState = (): State => ({
  path: undefined,
  nextOffset: -1,
  nextNumber: -1,
  length: 0,
  printed: 0,
  lines: 0,
  matches: 0,
});

export default defineCompressor({
  name: 'rg-json',
  kinds: ['search'],
  forms: ['rg json by file'],
  about: 'Writes the messages of `rg --json` as a search that is grouped by file, with every line, column and text.',
  suits: lines => lines.filter(line => HEADED.test(line)).length >= MIN_MESSAGES,
  compress(text, { isLate }) {
    const lines = text.split('\n');
    const state = openState();
    const body: string[] = [];
    for (const [at, line] of lines.entries()) {
      if (at % 4_096 === 0 && isLate()) return undefined;
      const message = readMessage(line);
      body.push((message === undefined ? undefined : shorten(message, state)) ?? AS_IT_IS + line);
      if (message !== undefined) pass(message, state, line);
    }
    return { about: `rg json by file, ${lines.length} lines, line:column+length@place`, body: body.join('\n') };
  },
  decode({ about, body }) {
    const lines = body.split('\n');
    const count = ABOUT.exec(about)?.[1];
    if (Number(count) !== lines.length)
      throw new BadForm(0, `the label says ${count} lines, but there are ${lines.length}`);
    const state = openState();
    return lines
      .map((line, at) => {
        const whole = line.startsWith(AS_IT_IS)
          ? line.slice(AS_IT_IS.length)
          : writeMessage(lengthen(line, state, at + 1));
        const message = readMessage(whole);
        if (message !== undefined) pass(message, state, whole);
        return whole;
      })
      .join('\n');
  },
});

/** What the line says for those that follow. */
function pass(message: Message, state: State, line: string): void {
  if (message.type === 'begin') {
    Object.assign(state, openState(), { path: message.path, length: state.length });
  } else if (message.type === 'end') state.path = undefined;
  else {
    state.nextNumber = message.number + 1;
    state.nextOffset = message.offset + Buffer.byteLength(message.text) + 1;
    if (message.type === 'match') state.lines += 1;
    state.matches += message.spans.length;
    const last = message.spans[message.spans.length - 1];
    if (last !== undefined) state.length = last.end - last.start;
  }
  state.printed += Buffer.byteLength(line) + 1;
}

/** Undefined where the lines above do not say the rest. */
function shorten(message: Message, state: State): string | undefined {
  if (message.type === 'begin') return NO_PATH.test(message.path) ? undefined : message.path;
  if (message.path !== state.path) return undefined;
  if (message.type === 'end') return shortEnd(message, state);
  const { number, offset, text, spans } = message;
  const isNext = number === state.nextNumber && offset === state.nextOffset;
  const place = isNext ? '' : `@${offset}`;
  return message.type === 'context'
    ? `${number}${place}-${text}`
    : `${number}:${columnsOf(spans, state)}${place}:${text}`;
}

function columnsOf(spans: readonly Span[], { length }: State): string {
  let last = length;
  return spans
    .map(({ start, end }) => {
      const said = end - start === last ? '' : `+${end - start}`;
      last = end - start;
      return `${start + 1}${said}`;
    })
    .join(',');
}

function shortEnd({ nanos, searched, printed, lines, matches }: Ended, state: State): string {
  const rest = [
    printed === state.printed ? '' : `, ${printed} printed`,
    lines === state.lines ? '' : `, ${lines} lines`,
    matches === state.matches ? '' : `, ${matches} matches`,
  ];
  return `= ${searched} bytes, ${nanos} ns${rest.join('')}`;
}

function lengthen(line: string, state: State, at: number): Message {
  const { path } = state;
  const bad = (why: string): BadForm => new BadForm(at, why);
  if (!NO_PATH.test(line)) return { type: 'begin', path: line };
  if (path === undefined) throw bad('no file has been named above');
  const end = END.exec(line);
  if (end !== null) {
    const [, searched, nanos, printed = state.printed, lines = state.lines, matches = state.matches] = end.map(each =>
      each === undefined ? undefined : Number(each),
    ) as (number | undefined)[];
    return { type: 'end', path, nanos, searched, printed, lines, matches } as Ended;
  }
  const found = MATCH.exec(line);
  if (found !== null) {
    const [, number = '', columns = '', place, text = ''] = found;
    const spans = spansOf(columns, state.length);
    return { type: 'match', path, text, spans, ...placeOf(number, place, state, bad) };
  }
  const [, number, place, text = ''] = CONTEXT.exec(line) ?? [];
  if (number === undefined) throw bad('it is no line of a search');
  return { type: 'context', path, text, spans: [], ...placeOf(number, place, state, bad) };
}

function placeOf(
  said: string,
  place: string | undefined,
  state: State,
  bad: (why: string) => BadForm,
): Pick<FoundLine, 'number' | 'offset'> {
  const number = Number(said);
  if (place === undefined && number !== state.nextNumber) throw bad('its place in the file is not said');
  return { number, offset: place === undefined ? state.nextOffset : Number(place) };
}

function spansOf(columns: string, length: number): readonly Span[] {
  let last = length;
  return columns.split(',').map(column => {
    const [start = '1', said] = column.split('+');
    if (said !== undefined) last = Number(said);
    return { start: Number(start) - 1, end: Number(start) - 1 + last };
  });
}
