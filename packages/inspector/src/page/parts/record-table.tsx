import type { Json } from '../types.js';
import { TableHead } from './table-head.js';

/** The most rows of a table. A person reads no more of them, and each is several elements. */
const MOST_ROWS = 100;

/** A list of objects. */
export type Records = readonly Readonly<Record<string, Json>>[];

/** Returns the records of a value: a list of objects, or the only such list in an object. */
export function recordsOf(value: Json | undefined): Records | undefined {
  if (isRecords(value)) return value;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).filter(isRecords);
  return lists.length === 1 ? lists[0] : undefined;
}

/** Records as a table with a row for each. */
export function RecordTable({ records }: { readonly records: Records }) {
  const shown = records.slice(0, MOST_ROWS);
  const columns = [...new Set(shown.flatMap((record) => Object.keys(record)))];
  const count = shown.length < records.length ? `The first ${shown.length} of ${records.length}` : records.length;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Records">
      <table>
        <caption>
          {count} {records.length === 1 ? 'record' : 'records'}
        </caption>
        <TableHead titles={columns} />
        <tbody>
          {shown.map((record, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{textOf(record[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRecords(value: Json | undefined): value is Records {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
