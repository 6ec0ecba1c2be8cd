/**
 * Returns the text of a title or snippet: without tags, entities, control characters, and
 * characters that change the order or are not shown. One line, shortened. Takes time in proportion
 * to `most`.
 */
export function plainText(html: unknown, most: number): string {
  if (typeof html !== 'string') return '';
  const text = html
    .slice(0, most * 4)
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decoded)
    .replace(HIDDEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim();
  return text.length <= most ? text : `${text.slice(0, most - 3).toWellFormed()}...`;
}

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Format characters, such as bidirectional marks and tags. */
const HIDDEN = /[\p{Cf}\p{Co}\p{Cn}]/gu;
