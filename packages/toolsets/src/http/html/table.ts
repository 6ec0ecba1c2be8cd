import type { DomNode, FormatCallback } from 'html-to-text';
import { printTable } from './print-table.js';

type Walk = Parameters<FormatCallback>[1];
type Builder = Parameters<FormatCallback>[2];

/**
 * Returns the formatters of tables and definition lists for one page.
 *
 * @param isMarkdown - whether a table is one of Markdown. Otherwise a row is a line of text.
 */
export function tableFormatters(isMarkdown: boolean): Record<'table' | 'definition', FormatCallback> {
  // Shared by all tables: a page of small cells that span much must not grow without bound.
  const budget = { cells: MOST_REPEATED };
  let tables = 0;
  return {
    table: (element, walk, builder) => {
      tables++;
      const isLayout: boolean[] = [];
      const addCell = (nodes: DomNode[], { colspan, rowspan }: NonNullable<Attributes> = {}): void => {
        const before = tables;
        builder.openTableCell();
        walk(nodes, builder);
        builder.closeTableCell({ colspan: spanOf(colspan), rowspan: spanOf(rowspan) });
        if (tables > before) isLayout[isLayout.length - 1] = true;
      };
      for (const caption of element.children.filter(isElement('caption'))) walkBlock(caption, walk, builder);
      builder.openTable();
      for (const row of rowsOf(element)) {
        builder.openTableRow();
        isLayout.push(false);
        for (const cell of row) addCell(cell.nodes, cell.attributes);
        builder.closeTableRow();
      }
      builder.closeTable({ tableToString: (rows) => printTable(rows, { isMarkdown, isLayout, budget }) });
    },
    definition: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(element.children, builder);
      builder.closeBlock({
        trailingLineBreaks: 1,
        blockTransform: (text) => `: ${text.replaceAll('\n', '\n  ')}`,
      });
    },
  };
}

/** Cells that spans may add to a page. */
const MOST_REPEATED = 10_000;

/** The largest span of HTML, section 4.9.11. */
const LARGEST_SPAN = 1_000;

function spanOf(text: string | undefined): number {
  const span = Number.parseInt(text ?? '', 10);
  return span >= 1 ? Math.min(span, LARGEST_SPAN) : 1;
}

type Attributes = Readonly<Record<string, string>> | undefined;

interface SourceCell {
  readonly nodes: DomNode[];
  readonly attributes?: Attributes;
}

/** Finds the rows of a table. Misplaced content is a row or a cell, so that nothing is lost. */
function* rowsOf(element: DomNode): Generator<SourceCell[]> {
  const loose: DomNode[] = [];
  for (const node of element.children) {
    const name = node.type === 'tag' ? node.name : undefined;
    if (name === 'caption' || name === 'colgroup' || name === 'col') continue;
    if (name === 'tr') yield cellsOf(node);
    else if (name !== undefined && (SECTIONS.has(name) || hasRows(node))) yield* rowsOf(node);
    else if (isCell(node)) yield cellsFrom(node);
    else if (!isBlank(node)) loose.push(node);
  }
  if (loose.length > 0) yield [{ nodes: loose }];
}

const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'center', 'form']);

function hasRows({ children }: DomNode): boolean {
  return children.some(isElement('tr'));
}

function cellsOf(row: DomNode): SourceCell[] {
  const nodes = row.children.filter((node) => !isBlank(node));
  return nodes.flatMap((node) => (isCell(node) ? cellsFrom(node) : [{ nodes: [node] }]));
}

/** A cell without an end tag can have the next ones in it. */
function cellsFrom({ children, attribs }: DomNode): SourceCell[] {
  const next = children.findIndex(isCell);
  if (next < 0) return [{ nodes: children, attributes: attribs as Attributes }];
  const others = children.slice(next).filter((node) => !isBlank(node));
  return [
    { nodes: children.slice(0, next), attributes: attribs as Attributes },
    ...others.flatMap((node) => (isCell(node) ? cellsFrom(node) : [{ nodes: [node] }])),
  ];
}

function isCell({ type, name }: DomNode): boolean {
  return type === 'tag' && (name === 'td' || name === 'th');
}

function isElement(name: string): (node: DomNode) => boolean {
  return (node) => node.type === 'tag' && node.name === name;
}

function isBlank({ type, data = '' }: DomNode): boolean {
  return type === 'text' ? data.trim() === '' : type !== 'tag';
}

function walkBlock(element: DomNode, walk: Walk, builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
}
