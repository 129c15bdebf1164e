/** What HTML's elements are to a reader. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What is in them is for the browser. */
export const UNREAD = words('script style template svg math canvas iframe object audio video map');

/** Each begins a line, and ends one. */
export const BLOCKS = words(
  'html head body title address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary ' +
    'table tbody td tfoot th thead tr ul option optgroup select textarea noscript',
);

/** Text in them is as it stands. */
export const PREFORMATTED = words('pre listing xmp plaintext textarea');

export const LISTS = words('ul ol menu dir');
export const CELLS = words('td th');

/** Depth of a heading; 0 for what is none. */
export const headingDepth = (name: string): number => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0);

const KNOWN = words(
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button ' +
    'canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt element ' +
    'em embed fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr ' +
    'html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu ' +
    'menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param picture ' +
    'plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select selectlist shadow slot small ' +
    'source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr ' +
    'track tt u ul var video wbr xmp',
);

/** False for what only looks like an element, `Server.<anonymous>` or `List<String>`: that is text. */
export const isElement = (name: string): boolean => KNOWN.has(name) || name.includes('-') || name.includes(':');
