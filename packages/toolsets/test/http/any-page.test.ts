import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { convertHtml } from '../../src/http/html/convert-html.js';

/** An element with others, or a word. */
type Part = string | readonly [tag: string, attributes: string, parts: readonly Part[]];

const WORD = '*';
const span = fc.constantFrom('', '', '', ' colspan=2', ' colspan="3"', ' rowspan=2', ' rowspan="3" colspan="2"');
const heading = fc.constantFrom('h1', 'h2', 'h3', 'h6');
const section = fc.constantFrom('div', 'section', 'article', 'main', 'center', 'form', 'blockquote', 'search');
const line = fc.constantFrom('p', 'pre', 'address', 'button', 'legend', 'summary', 'figcaption');
const titled = fc.constantFrom(['details', 'summary'], ['figure', 'figcaption'], ['fieldset', 'legend']);

const { page } = fc.letrec<{ page: readonly Part[]; part: Part }>((tie) => {
  const inside = tie('page');
  const element = (tags: fc.Arbitrary<string>, parts: fc.Arbitrary<readonly Part[]>) =>
    fc.tuple(tags, fc.constant(''), parts);
  const words = fc.array(fc.constant(WORD), { minLength: 1, maxLength: 3 });
  const list = (of: fc.Arbitrary<Part>, maxLength = 3) => fc.array(of, { minLength: 1, maxLength });
  const entry = fc.oneof(element(fc.constant('dt'), words), element(fc.constant('dd'), inside));
  const cell = fc.tuple(fc.constantFrom('td', 'th'), span, inside);
  const rows = list(element(fc.constant('tr'), list(cell, 4)));
  const body = list(element(fc.constantFrom('thead', 'tbody', 'tfoot'), rows));
  const isFirst = fc.option(element(fc.constant('caption'), words), { nil: undefined });
  const table = fc
    .tuple(isFirst, fc.oneof(rows, body))
    .map(([caption, parts]): Part => ['table', '', caption === undefined ? parts : [caption, ...parts]]);
  return {
    page: fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      element(fc.oneof(line, heading), words),
      element(section, inside),
      element(fc.constantFrom('ul', 'ol'), list(element(fc.constant('li'), inside))),
      element(fc.constant('dl'), list(fc.oneof(entry, element(fc.constant('div'), list(entry))))),
      element(fc.constant('select'), list(element(fc.constant('option'), words))),
      table,
      fc
        .tuple(titled, words, inside)
        .map(([[tag, title], named, parts]): Part => [tag ?? '', '', [[title ?? '', '', named], ...parts]]),
    ),
  };
});

/** Writes a page, in which each word is another one. */
function write(parts: readonly Part[]): { html: string; words: string[] } {
  const words: string[] = [];
  const next = (): string => {
    words.push(`w${words.length}w`);
    return words.at(-1) ?? '';
  };
  const texts = (all: readonly Part[]): string =>
    all.map((part, index) => (index > 0 && part === WORD ? `<br>${text(part)}` : text(part))).join('');
  const text = (part: Part): string => {
    if (typeof part === 'string') return next();
    const [tag, attributes, inner] = part;
    return `<${tag}${attributes}>${texts(inner)}</${tag}>`;
  };
  return { html: texts(parts), words };
}

it.each(['text', 'markdown'] as const)('has each word of any page, in order and apart, as %s [TOOL-7]', (format) => {
  fc.assert(
    fc.property(page, (parts) => {
      const { html, words } = write(parts);
      const found = convertHtml(html, format).match(/w[a-z0-9]*/g) ?? [];
      // A cell that spans others is repeated in each of them.
      expect([...new Set(found)]).toEqual(words);
    }),
  );
});
