/** HTML as text: no word of a page is lost or invented, and what is no page, or a broken one, stays as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import html from '../../src/compressors/extracts/html.js';
import { projectRoot } from '../support/project.js';
import { checkTexts, reduce, retrieve } from '../support/run.js';

const folder = join(projectRoot, 'fixtures/html');
/** Pages that pydoc 3.11 and rustdoc 1.95 wrote of sources of ours. */
const pages = readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')] as const);

const PARAGRAPH = '<p class="text-gray-700 leading-6 mt-4">The tide book names no harbour twice.</p>\n';
const page = (body: string): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><title>Tides</title><style>p { margin: 0 }</style></head><body>\n${body}\n${PARAGRAPH.repeat(60)}</body></html>\n`;
const FILLED = Array.from({ length: 60 }, () => 'The tide book names no harbour twice.');

/** What is made of a page's body, without what stands around it. */
function textOf(body: string): readonly string[] | undefined {
  const text = html.extract(page(body), { isLate: () => false })?.body.split('\n');
  expect(text?.slice(-60) ?? FILLED).toEqual(FILLED);
  return text?.slice(1, -60);
}

describe('of a page', () => {
  test.each([
    ['headings', '<h1>One</h1><h3 id=x>Three <a href="#x">¶</a></h3>', ['# One', '### Three']],
    [
      'links',
      '<p>See <a href="/a?b=1&amp;c=2">the <b>book</b></a>, or <a href="#p">below</a>.',
      ['See [the book](/a?b=1&c=2), or below.'],
    ],
    [
      'a link without words',
      '<a href="/rss"><svg><path d="M0"/></svg></a><a href="/in" aria-label="Sign in"></a>',
      ['</rss>[Sign in](/in)'],
    ],
    ['lists', '<ul><li>a<ol start=3><li>b<li>c</ol><li>d</ul>', ['- a', '  3. b', '  4. c', '- d']],
    [
      'a table',
      '<table><tr><th>quay<th>depth<tr><td>north<td>7.5<tr><td><td>4</table>',
      ['quay | depth', 'north | 7.5', ' | 4'],
    ],
    [
      'cells that span columns',
      '<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>',
      [' | a | b', '1 | 2 | 3'],
    ],
    [
      'cells that span rows',
      '<table><tr><td rowspan=2>a<td>b<td>c<tr><td>d<td rowspan=2>e<tr><td>f<td>g</table><table><tr><td>h<td>i</table>',
      ['a | b | c', ' | d | e', 'f | g', 'h | i'],
    ],
    ['cells with lines', '<table><tr><td>a<td><p>b</p><p>c</p></table>', ['a | b / c']],
    [
      'code',
      '<pre>if a &lt; b:\n    <span class=k>return</span>  1\n\n  # end  </pre>',
      ['```', 'if a < b:', '    return  1', '', '  # end  ', '```'],
    ],
    [
      'listings side by side',
      '<table><tr><td><pre>1\n2\n3\n4\n</pre><td><pre>a()\n  b()\n  c()\nd()\n</pre></table>',
      ['```', '1 | a()', '2 |   b()', '3 |   c()', '4 | d()', '```'],
    ],
    ['pictures', '<p>a <img src=a.png alt="A quay"> b <img src=b.png>', ['a [img A quay] b']],
    [
      'what stands for a picture',
      `<p>x <svg role=img aria-label="A tide gauge"><path/></svg><i role=img aria-label=Ebb></i><img alt="${'a long word '.repeat(20)}end">`,
      [`x [svg A tide gauge] [img Ebb] [img ${'a long word '.repeat(20)}end]`],
    ],
    [
      'what bars and groups of choices say',
      '<progress value=3 max=7></progress><select><optgroup label=Quays><option label=North></select><input type=image alt=Go>',
      [
        '[progress value=3 max=7]',
        '[select]',
        '[optgroup label=Quays]',
        '[option label=North]',
        '[input type=image alt=Go]',
      ],
    ],
    ['pages in it', '<p>a</p><iframe src="/b" title=c>d</iframe>', ['a', '[iframe /b]']],
    [
      'forms',
      '<form action=/q method=post><input name=q required><select name=s><option value=1 selected>One</select><button>Go</button></form>',
      ['[form POST /q] [input name=q required]', '[select name=s]', '[option value=1 selected] One', '[button] Go'],
    ],
    ['entities', '<p>&euro;5 &#x2264; &lt;b&gt; &amp;amp;&nbsp;x &unknown;', ['€5 ≤ <b> &amp; x &unknown;']],
    [
      'what only looks like a tag',
      '<pre>at Server.<anonymous> (a.js:1)\nList<String> x</pre>',
      ['```', 'at Server.<anonymous> (a.js:1)', 'List<String> x', '```'],
    ],
    ['what an element is called', '<p>a <span title="not covered">b()</span>', ['a [not covered] b()']],
    ['no codes for a terminal', '<p>a&#27;[2Jb&#7;c', ['a[2Jbc']],
    [
      'a comment that is an error',
      '<!-- an aside --><!-- Error: database is locked -->',
      ['<!-- Error: database is locked -->'],
    ],
  ])('%s', (_what, body, lines) => {
    expect(textOf(body)).toEqual(lines);
  });

  test('a navigation goes where the page has more to say, and stays where it is the page', () => {
    const nav = `<nav>${'<a href="/x">x</a> '.repeat(20)}</nav>`;
    expect(html.extract(page(nav), { isLate: () => false })).toMatchObject({ without: ['1 style', '1 navigation'] });
    const failed = page(`<nav>${'<a href="/x">x</a> '.repeat(20)}<p>ERROR: the quay is closed</p></nav>`);
    expect(html.extract(failed, { isLate: () => false })?.body).toContain('ERROR: the quay is closed');
    const only = `<html><body><nav>${'<a href="/somewhere">somewhere</a><br>'.repeat(20)}</nav></body></html>`;
    expect(html.extract(only, { isLate: () => false })).toEqual({
      without: [],
      body: Array.from({ length: 20 }, () => '[somewhere](/somewhere)').join('\n'),
    });
  });
});

/** Another reading of a page, far simpler: what is left of it without tags, and without any blank. */
function lettersOf(source: string): string {
  const text = source
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|svg|template|nav)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*href="#[^"]*"[^>]*>\s*[¶§#]\s*<\/a>/g, '')
    .replace(/<\/?[a-zA-Z][^>]*>|<![^>]*>/g, '');
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', mdash: '—' };
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&([a-z]+);/g, (all, name: string) => named[name] ?? all)
    .replace(/\s/g, '');
}

/** Each letter of `part` stands in `whole`, in order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Words and numbers of a text. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
/** Words of ours, which name what stands there. */
const OURS = ['img', 'input', 'button', 'form', 'GET', 'POST', 'select', 'option', 'textarea'];

const sorted = (text: string): string => [...text].sort().join('');

function expectTrue(source: string, body: string): void {
  const [letters, shown] = [lettersOf(source), body.replace(/\s/g, '')];
  // Listings in the cells of a row are shown side by side.
  const mayMove = /<pre/.test(source) && /<td/.test(source);
  expect(mayMove ? isWithin(sorted(letters), sorted(shown)) : isWithin(letters, shown)).toBe(true);
  const said = new Set([...wordsOf(source), ...wordsOf(lettersOf(source)), ...OURS]);
  const decoded = source
    .replace(/&(?:amp|#38);/g, '&')
    .replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
  expect(wordsOf(body).filter(word => !said.has(word) && !decoded.includes(word) && !/^\d+$/.test(word))).toEqual([]);
}

test.each(pages)('every word of %s is there, in order, and no other', (_name, source) => {
  const { body = '' } = html.extract(source, { isLate: () => false }) ?? {};
  expectTrue(source, body);
  expect(body.length).toBeLessThan(source.length / 2);
});

const word = fc.constantFrom('tide', 'not', '12', 'a &lt; b', 'R&amp;D', 'größe', '東京', 'x<y', '&#8364;5');
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map(words => words.join(' '));
const element = fc.letrec<{ node: string }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc
      .tuple(
        fc.constantFrom('p', 'div', 'b', 'a href="/x"', 'li', 'td', 'tr', 'table', 'ul', 'pre', 'h2', 'span', 'x-y'),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.boolean(),
      )
      .map(([name, inner, isClosed]) => `<${name}>${inner.join(' ')}${isClosed ? `</${name.split(' ')[0]}>` : ''}`),
  ),
})).node;

test('of whatever elements, closed or not, no word is lost, moved or invented', () => {
  fc.assert(
    fc.property(fc.array(element, { minLength: 1, maxLength: 12 }), elements => {
      const source = page(elements.join('\n'));
      const found = html.extract(source, { isLate: () => false });
      if (found !== undefined) expectTrue(source, found.body);
    }),
    { numRuns: 1_500 },
  );
});

describe('what is broken stays as it is', () => {
  const rest = PARAGRAPH.repeat(40);
  test.each([
    ['a quote without an end', page(`<a href="oops>x</a>${rest}`)],
    ['a comment without an end', page(`<!-- oops ${rest}`)],
    ['a script without an end', page(`<script>var oops = 1;${rest}`)],
    ['100,000 elements in each other', `<html><body>${'<div>'.repeat(100_000)}${rest}`],
    ['a tag without an end', page(`${rest}<p class="oops`).replace(/<\/body>[\s\S]*/, '')],
  ])('%s', (_what, source) => {
    expect(html.extract(source, { isLate: () => false })).toBeUndefined();
  });

  test('a page that is cut says all that there is', () => {
    const cut = page('<table><tr><td>a<td>b').slice(0, -400);
    expectTrue(cut.replace(/<[^>]*$/, ''), html.extract(cut, { isLate: () => false })?.body ?? '');
  });

  test('a page that takes too long is given up', () => {
    expect(html.extract(page('x'), { isLate: () => true })).toBeUndefined();
  });
});

test.each([
  ['Markdown with HTML in it', `# Title\n\n<html>\n${PARAGRAPH.repeat(40)}`],
  ['a template', page('<h1>{{ title }}</h1>{% for x in y %}<b>x</b>{% endfor %}')],
  ['PHP', page('<?php echo 1; ?>')],
  ['a feed', `<?xml version="1.0"?>\n<rss><channel>${'<item><title>x</title></item>'.repeat(200)}</channel></rss>\n`],
  ['a page that holds a mark of ours', page('<p>[9 of 80 lines omitted: tinyjuice retrieve tj_7x3k9q2mzv]</p>')],
])('%s is no page to be read', (_what, source) => {
  const head = source.split('\n');
  expect(html.suits(head) ? html.extract(source, { isLate: () => false }) : undefined).toBeUndefined();
});

describe('reduced', () => {
  const [, source = ''] = pages.find(([name]) => name === 'rustdoc-struct.html') ?? [];

  test.each([undefined, 'curl -s http://127.0.0.1/struct.html'])(
    'a page says what it is, and leads back (%s)',
    async command => {
      const run = await reduce(source, command === undefined ? {} : { command });
      expect(run.text.split('\n')[0]).toBe('[html as text, without 4 scripts, 1 navigation]');
      expect(run.text).toMatch(/\n\[\d+ of 22208 bytes omitted: tinyjuice retrieve tj_\w{10}\]\n$/);
      expect(run.report).toMatchObject({ isLossy: true, compressor: 'html' });
      expect((await retrieve(run)).toString()).toBe(source);
      expect((await checkTexts(source, run.out)).violation).toBeUndefined();
      expect((await reduce(run.text)).text).toBe(run.text);
      expect(
        (
          await reduce(
            [Buffer.from(source.slice(0, 9_999)), Buffer.from(source.slice(9_999))],
            command === undefined ? {} : { command },
          )
        ).text,
      ).toBe(run.text);
    },
  );

  test('stays whole where it is read as a file, in the light profile, and where nothing can be stored', async () => {
    for (const options of [{ command: 'cat struct.html' }, { profile: 'light' as const }, { store: 'none' as const }])
      expect((await reduce(source, options)).text).toBe(source);
  });

  test('stays whole where the store fails', async () => {
    const store = { dir: '/proc/none/there', ttlSecs: 1, maxEntries: 1, maxBytes: 1e9, now: () => 0 };
    const run = await reduce(source, { store });
    expect(run.text).toBe(source);
    expect(run.warnings.join()).toMatch(
      /^the original could not be kept: originals cannot be kept in \/proc\/none\/there/,
    );
  });

  test('what `curl -v` writes around it stays', async () => {
    const whole = `* Connected to 127.0.0.1 port 80\n> GET / HTTP/1.1\n> \n< HTTP/1.1 500 Internal Server Error\n< Content-Type: text/html\n< \n${source}* Connection #0 to host 127.0.0.1 left intact\n`;
    const lines = (await reduce(whole, { command: 'curl -v http://127.0.0.1/' })).text.split('\n');
    expect(lines.slice(1, 7)).toEqual(whole.split('\n').slice(0, 6));
    expect(lines.at(-3)).toBe('* Connection #0 to host 127.0.0.1 left intact');
  });

  test.each([
    ['a word changed', (text: string) => text.replace('does not fit', 'does fit')],
    ['a line more', (text: string) => text.replace('Moors a ship.', 'Moors a ship.\nAll is well.')],
    ['a line less', (text: string) => text.replace('Moors a ship.\n', '')],
    ['another label', (text: string) => text.replace('4 scripts', '3 scripts')],
    ['another count', (text: string) => text.replace(/\d+ of 22208/, '1 of 22208')],
    ['another token', (text: string) => text.replace(/tj_\w{10}/, 'tj_0000000000')],
    ['no footer', (text: string) => text.replace(/\[\d+ of .*\n$/, '')],
  ])('check refuses %s', async (_what, edit) => {
    const { text: out } = await reduce(source);
    expect(edit(out)).not.toBe(out);
    expect((await checkTexts(source, edit(out))).isTrue).toBe(false);
  });
});
