/** Rows of text under a heading. The first column is the name. */
export interface Table {
  readonly title: string;
  /** Facts that a reader needs for the figures. */
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the table for the documentation. */
export function markdown({ title, note, columns, rows }: Table): string {
  const rule = columns.map((_, column) => (column === 0 ? '---' : '---:'));
  const lines = [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`### ${title}`, ...(note === undefined ? [] : [note]), lines.join('\n')].join('\n\n');
}

/** Returns the table for the console, in aligned columns. */
export function plainText({ title, note, columns, rows }: Table): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((cells) => (cells[column] ?? '').length)));
  const lines = all.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return ['', title, ...(note === undefined ? [] : [note]), ...lines].join('\n');
}
