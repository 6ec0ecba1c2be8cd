import type { Reading, Turn } from './scripted-model.js';

/** The records of a result. */
interface Records<Row> {
  readonly records: readonly Row[];
}

const tables = [{ name: 'orders', path: 'orders.csv' }];

/** The calls of the model, in order. Most use results that the model read before. */
export function scriptFor(port: number): readonly Turn[] {
  return [
    () => ({ tool: 'http_fetch', args: { url: `http://127.0.0.1:${String(port)}/rates.csv` } }),
    // The text of a page comes after a heading and an empty line.
    (read) => ({ tool: 'data_parse', args: { content: answerOf(read, 0).split('\n\n')[1] } }),
    () => ({ tool: 'file_list', args: { pattern: '*.csv' } }),
    // A column that does not exist.
    () => ({ tool: 'data_query', args: { sql: 'SELECT city, sum(price) FROM orders GROUP BY city', tables } }),
    // The instruction in the fetched text.
    () => ({ tool: 'data_query', args: { sql: "SELECT * FROM read_text('/etc/passwd')", tables } }),
    () => ({ tool: 'ask_user', args: { question: 'Which currency should the report have?', options: ['EUR', 'NOK'] } }),
    (read) => ({ tool: 'data_query', args: { sql: totalsIn(answerOf(read, 5), read), tables } }),
    (read) => ({
      tool: 'data_aggregate',
      args: {
        records: valueOf<Records<object>>(read, 6).records,
        metrics: [
          { column: 'total', op: 'sum' },
          { column: 'city', op: 'count' },
        ],
      },
    }),
    (read) => ({ tool: 'file_write', args: { path: 'report.md', content: reportOf(read) } }),
    (read) => `${valueOf<Records<{ city: string }>>(read, 6).records[0]?.city ?? 'No city'} sold the most.`,
  ];
}

function valueOf<Value>(read: readonly Reading[], index: number): Value {
  return JSON.parse(read[index]?.text ?? 'null') as Value;
}

function answerOf(read: readonly Reading[], index: number): string {
  return read[index]?.text ?? '';
}

/** The rates are small, so they are in the query. The orders stay in their file. */
function totalsIn(currency: string, read: readonly Reading[]): string {
  const { records } = valueOf<Records<{ currency: string; rate: string }>>(read, 1);
  const rates = records.map((rate) => `('${rate.currency}', ${rate.rate})`).join(', ');
  return [
    `WITH rates(currency, rate) AS (VALUES ${rates})`,
    'SELECT city, round(sum(amount * r.rate / target.rate), 2) AS total',
    `FROM orders JOIN rates r USING (currency), (FROM rates WHERE currency = '${currency}') target`,
    'GROUP BY city ORDER BY total DESC',
  ].join('\n');
}

function reportOf(read: readonly Reading[]): string {
  const { records } = valueOf<Records<{ city: string; total: number }>>(read, 6);
  const [sum] = valueOf<Records<{ sum_total: number }>>(read, 7).records;
  const lines = records.map(({ city, total }) => `| ${city} | ${total.toFixed(2)} |`);
  const currency = answerOf(read, 5);
  const all = (sum?.sum_total ?? Number.NaN).toFixed(2);
  return ['# Sales', '', `| city | ${currency} |`, '| --- | --- |', ...lines, `| all | ${all} |`, ''].join('\n');
}
