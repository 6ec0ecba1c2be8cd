/** A table for a model. */
export interface ReadableTable {
  readonly columns: readonly ReadableColumn[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /**
   * Whether the reader knows the types of the columns. Otherwise, text that looks like another
   * value has quotes.
   */
  readonly isTyped: boolean;
}

/** A column of a table. */
export interface ReadableColumn {
  readonly name: string;
  /** Its text in the first line, such as the name and the type. Default: the name. */
  readonly label?: string;
}

/** The records that fit. */
export interface TableText {
  /** Lines of CSV, the labels first. */
  readonly text: string;
  /** How many records the text has. */
  readonly shown: number;
}

/**
 * Writes a table as CSV, which needs a third of the tokens of JSON. Null and missing values are
 * empty, and an empty text is `""`. Lists and objects are JSON.
 *
 * @param most - records, and characters of all lines
 */
export function tableText(
  { columns, records, isTyped }: ReadableTable,
  most: { readonly rows: number; readonly characters: number },
): TableText {
  const lines = [columns.map(({ name, label = name }) => quoted(label)).join(',')];
  let characters = lines.join('').length;
  for (const record of records.slice(0, most.rows)) {
    const line = columns.map(({ name }) => cellOf(record[name], isTyped)).join(',');
    characters += line.length + 1;
    if (characters > most.characters) break;
    lines.push(line);
  }
  return { text: lines.join('\n'), shown: lines.length - 1 };
}

function cellOf(value: unknown, isTyped: boolean): string {
  switch (typeof value) {
    case 'string':
      return !isTyped && LIKE_ANOTHER_VALUE.test(value) ? `"${value}"` : quoted(value);
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === undefined || value === null ? '' : quoted(JSON.stringify(value));
  }
}

/** Quotes what is not plain, also a text with blanks around it. */
function quoted(text: string): string {
  return PLAIN.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

const PLAIN = /^[^\s",](?:[^\n\r",\v\f\x85\u2028\u2029]*[^\s",])?$/;
const LIKE_ANOTHER_VALUE = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)$/i;
