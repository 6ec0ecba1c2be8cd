import { convert, type HtmlToTextOptions } from 'html-to-text';
import { blockElements } from './block-elements.js';
import { htmlDepth } from './html-depth.js';
import { markdownOptions } from './markdown.js';
import { tableFormatters } from './table.js';
import { withoutTags } from './without-tags.js';

/** A form of a page for a model. */
export type PageFormat = 'text' | 'markdown';

/** A deeper document is text without structure: its conversion could use up the stack. */
const MAX_DEPTH = 500;

/** A conversion reads no more, in characters. */
const MAX_LENGTH = 5_000_000;

const shared: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: MAX_LENGTH, maxDepth: MAX_DEPTH, ellipsis: '' },
};

const forText: HtmlToTextOptions = {
  ...shared,
  selectors: [
    ...blockElements,
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${String(level)}`, options: { uppercase: false } })),
  ],
};

const TABLES = [
  { selector: 'table', format: 'table' },
  { selector: 'dd', format: 'definition' },
];

/** Converts a page to text or Markdown. Scripts and styles are left out. */
export function convertHtml(html: string, format: PageFormat): string {
  const source = html.length > MAX_LENGTH ? html.slice(0, MAX_LENGTH) : html;
  if (htmlDepth(source) > MAX_DEPTH) return withoutTags(source);
  const options = format === 'markdown' ? { ...shared, ...markdownOptions } : forText;
  const formatters = { ...options.formatters, ...tableFormatters(format === 'markdown') };
  return convert(source, { ...options, formatters, selectors: [...(options.selectors ?? []), ...TABLES] });
}
