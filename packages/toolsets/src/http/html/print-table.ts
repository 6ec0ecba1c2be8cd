/** A cell of a table with its text. */
export interface TableCell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
}

/** How a table is printed. */
export interface TablePrint {
  /** Whether it is a table of Markdown. Otherwise a row is a line of text. */
  readonly isMarkdown: boolean;
  /** By row: whether a cell has a table in it, so that the row is for the layout of a page. */
  readonly isLayout: readonly boolean[];
  /** Cells that spans may still add. */
  readonly budget: { cells: number };
}

/**
 * Prints a table with a row a line. A cell that spans columns or rows is repeated in each of them,
 * so that each value has its headings. Rows for the layout of a page become paragraphs.
 */
export function printTable(rows: readonly (readonly TableCell[])[], print: TablePrint): string {
  const { isMarkdown, isLayout } = print;
  const grid = gridOf(rows, print.budget);
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const isPage = columns <= 1 || rows.some((row, index) => isLayout[index] === true || isLong(row));
  const isTable = isMarkdown && !isPage;
  const lines = grid.flatMap((row, index) => {
    if (row.every((text) => text === '')) return [];
    const own = rows[index] ?? [];
    if (isPage && (own.length <= 1 || isLayout[index] === true || isLong(own))) return [paragraphs(own)];
    const cells = row.map((text) => inOneLine(isTable ? text.replaceAll('|', '\\|') : text));
    return [isTable ? `| ${cells.join(' | ')} |` : cells.join(' | ').trimEnd()];
  });
  if (isTable && lines.length > 0) lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return lines.join('\n');
}

/** Characters of a cell with several lines. A longer one would be hard to read as one line. */
const LONGEST_IN_LINE = 500;
/** Characters of a text that is repeated. */
const LONGEST_REPEATED = 60;

/** Lays the cells out in columns. */
function gridOf(rows: readonly (readonly TableCell[])[], budget: { cells: number }): string[][] {
  /** By column: the text from above, and in how many more rows it is. */
  const above = new Map<number, { readonly text: string; left: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const takeFromAbove = (): void => {
      for (let cell = above.get(line.length); cell !== undefined; cell = above.get(line.length)) {
        if (--cell.left === 0) above.delete(line.length);
        line.push(cell.text);
        if (--budget.cells <= 0) above.clear();
      }
    };
    for (const { text, colspan, rowspan } of row) {
      takeFromAbove();
      const again = text.length <= LONGEST_REPEATED ? text : '';
      for (let column = 0; column < colspan && (column === 0 || budget.cells > 0); column++) {
        if (rowspan > 1 && budget.cells > 0) above.set(line.length, { text: again, left: rowspan - 1 });
        if (column > 0) budget.cells--;
        line.push(column === 0 ? text : again);
      }
    }
    takeFromAbove();
    return line;
  });
}

function isLong(row: readonly TableCell[]): boolean {
  return row.some(({ text }) => text.length > LONGEST_IN_LINE && text.includes('\n'));
}

function paragraphs(row: readonly TableCell[]): string {
  return row
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' / ').trim();
}
