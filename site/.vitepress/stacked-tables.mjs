/**
 * Prepares tables with three columns and more for phones: each cell names its column. Roles keep
 * the table a table where style sheets show its rows as blocks.
 */
export function stackedTables(markdown) {
  markdown.core.ruler.push('stacked-tables', ({ tokens }) => {
    tokens.forEach((table, start) => {
      if (table.type !== 'table_open') return;
      const end = tokens.findIndex(({ type }, index) => index > start && type === 'table_close');
      const inside = tokens.slice(start, end);
      const columns = inside.flatMap(({ type }, index) => (type === 'th_open' ? [textOf(inside[index + 1])] : []));
      if (columns.length < 3) return;
      table.attrSet('class', 'stacks');
      table.attrSet('role', 'table');
      let column = 0;
      for (const token of inside) {
        if (ROLES[token.type] !== undefined) token.attrSet('role', ROLES[token.type]);
        if (token.type === 'tr_open') column = 0;
        if (token.type === 'td_open') token.attrSet('data-column', columns[column++]);
      }
    });
  });
  // The rule of VitePress drops attributes. It makes tables that scroll reachable with keys.
  markdown.renderer.rules.table_open = (tokens, index, options, env, renderer) => {
    tokens[index].attrSet('tabindex', '0');
    return renderer.renderToken(tokens, index, options);
  };
}

const ROLES = {
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

function textOf({ children }) {
  return children.map(({ content }) => content).join('');
}
