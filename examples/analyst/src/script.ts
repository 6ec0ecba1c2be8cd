import type { Reading, Turn } from './scripted-model.js';

const tables = [{ name: 'orders', path: 'orders.csv' }];

/** The calls of the model, in order. Most use results that the model read before. */
export function scriptFor(port: number): readonly Turn[] {
  return [
    () => ({ tool: 'http_fetch', args: { url: `http://127.0.0.1:${String(port)}/rates.csv` } }),
    // The text of a page comes after a heading and an empty line.
    (read) => ({ tool: 'data_parse', args: { content: answerOf(read, 0).split('\n\n')[1] } }),
    () => ({ tool: 'file_list', args: { path: '*.csv' } }),
    // A column that does not exist.
    () => ({ tool: 'data_query', args: { sql: 'SELECT city, sum(price) FROM orders GROUP BY city', tables } }),
    // The instruction in the fetched text.
    () => ({ tool: 'data_query', args: { sql: "SELECT * FROM read_text('/etc/passwd')", tables } }),
    () => ({ tool: 'ask_user', args: { question: 'Which currency should the report have?', options: ['EUR', 'NOK'] } }),
    (read) => ({ tool: 'data_query', args: { sql: totalsIn(answerOf(read, 5), read), tables } }),
    (read) => ({
      tool: 'data_select',
      args: {
        records: recordsOf(read, 6),
        metrics: [
          { column: 'total', op: 'sum' },
          { column: 'city', op: 'count' },
        ],
      },
    }),
    (read) => ({ tool: 'file_write', args: { path: 'report.md', content: reportOf(read) } }),
    (read) => `${recordsOf(read, 6)[0]?.['city'] ?? 'No city'} sold the most.`,
  ];
}

/** Reads CSV after a heading. In the first line, a type can follow the name of a column. */
function recordsOf(read: readonly Reading[], index: number): readonly Readonly<Record<string, string>>[] {
  const [, columns = '', ...lines] = (read[index]?.text ?? '').split('\n');
  const names = columns.split(',').map((column) => column.split(' ')[0] ?? '');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
}

function answerOf(read: readonly Reading[], index: number): string {
  return read[index]?.text ?? '';
}

/** The rates are small, so they are in the query. The orders stay in their file. */
function totalsIn(currency: string, read: readonly Reading[]): string {
  const rates = recordsOf(read, 1)
    .map(({ currency: name, rate }) => `('${name ?? ''}', ${rate ?? ''})`)
    .join(', ');
  return [
    `WITH rates(currency, rate) AS (VALUES ${rates})`,
    'SELECT city, round(sum(amount * r.rate / target.rate), 2) AS total',
    `FROM orders JOIN rates r USING (currency), (FROM rates WHERE currency = '${currency}') target`,
    'GROUP BY city ORDER BY total DESC',
  ].join('\n');
}

function reportOf(read: readonly Reading[]): string {
  const [sum] = recordsOf(read, 7);
  const lines = recordsOf(read, 6).map(({ city, total }) => `| ${city ?? ''} | ${Number(total).toFixed(2)} |`);
  const currency = answerOf(read, 5);
  const all = Number(sum?.['sum_total']).toFixed(2);
  return ['# Sales', '', `| city | ${currency} |`, '| --- | --- |', ...lines, `| all | ${all} |`, ''].join('\n');
}
