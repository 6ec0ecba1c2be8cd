/** A tag of a document. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  /** Where it begins, and where what follows it begins. */
  readonly start: number;
  readonly end: number;
}

/** Elements without an end tag (HTML, section 13.1.2). */
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

const NAME = /[a-z][^\s/>]*/iy;

/** Finds the tags of a document in one pass. A tag that never ends is not one. */
export function* htmlTags(html: string): Generator<HtmlTag> {
  let end = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    end = start + 1;
    const isEnd = html[end] === '/';
    NAME.lastIndex = isEnd ? end + 1 : end;
    const name = NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined) continue;
    // Only now: a document of `<` alone would be read to its end for each of them.
    const close = html.indexOf('>', start);
    if (close === -1) return;
    end = close + 1;
    if (isEnd) yield { name, kind: 'end', start, end };
    else yield { name, kind: html[close - 1] === '/' || VOID.has(name) ? 'empty' : 'start', start, end };
  }
}
