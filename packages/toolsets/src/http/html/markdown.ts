import { blockElements } from './block-elements.js';
import type { FormatCallback, HtmlToTextOptions, SelectorDefinition } from 'html-to-text';

/** Returns an attribute, or an empty text. The types of html-to-text say nothing about elements. */
function attribute(element: { attribs?: Readonly<Record<string, string>> }, name: string): string {
  return element.attribs?.[name] ?? '';
}

/** Writes elements of HTML as Markdown. */
const formatters: Record<string, FormatCallback> = {
  heading: (element, walk, builder, options) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addLiteral(`${'#'.repeat(Number(options['level']))} `);
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 2 });
  },
  wrapped: (element, walk, builder, options) => {
    const mark = element.parent?.name === 'pre' ? '' : String(options['mark']);
    builder.addLiteral(mark);
    walk(element.children, builder);
    builder.addLiteral(mark);
  },
  link: (element, walk, builder) => {
    const target = attribute(element, 'href');
    if (target === '') {
      walk(element.children, builder);
      return;
    }
    builder.addLiteral('[');
    walk(element.children, builder);
    builder.addLiteral(`](${target.replaceAll(/[\s()<>]/g, percentEncode)})`);
  },
  picture: (element, _walk, builder) => {
    const text = attribute(element, 'alt');
    if (text !== '') builder.addLiteral(`![${text}]`);
  },
  code: (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2, isPre: true });
    builder.addLiteral('```\n');
    walk(element.children, builder);
    builder.addLiteral('\n```');
    builder.closeBlock({ trailingLineBreaks: 2 });
  },
};

const headings: SelectorDefinition[] = [1, 2, 3, 4, 5, 6].map((level) => ({
  selector: `h${String(level)}`,
  format: 'heading',
  options: { level },
}));

const marks: SelectorDefinition[] = Object.entries({ strong: '**', b: '**', em: '_', i: '_', code: '`' }).map(
  ([selector, mark]) => ({ selector, format: 'wrapped', options: { mark } }),
);

/** Encodes a character that would end the target of a link. */
function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

/** Settings of html-to-text for Markdown. */
export const markdownOptions: HtmlToTextOptions = {
  formatters,
  selectors: [
    ...blockElements,
    ...headings,
    ...marks,
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'picture' },
    { selector: 'pre', format: 'code' },
    { selector: 'ul', format: 'unorderedList', options: { itemPrefix: '- ' } },
  ],
};
