import type { JobTable, QueryReply } from './query-job.js';

/** Longest message for the model, in characters. */
const LONGEST = 1_500;

/** Advice of DuckDB about options and settings, which a query cannot change. */
const ADVICE = /\n+(?:Possible (?:fixes|solutions)|Database is launched in|LINE 0:)[^]*$/;

/**
 * Returns the reply for an error of DuckDB: its message, with the paths that the model knows.
 */
export function problemOf(error: unknown, tables: readonly JobTable[]): QueryReply {
  const message = messageOf(error);
  if (message.startsWith('Out of Memory Error')) return { kind: 'memory' };
  if (error instanceof RangeError) return { kind: 'problem', message: 'A value is nested too deeply. Select a part.' };
  return { kind: 'problem', message: shownMessage(message, tables) };
}

/** Errors of a native module need not be of the same `Error` class. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** Returns the reply for a file that DuckDB cannot read. It leaves out the SQL of Haft. */
export function problemOfTable(error: unknown, table: JobTable): QueryReply {
  const reply = problemOf(error, [table]);
  if (reply.kind !== 'problem') return reply;
  const [message] = reply.message.split('\n\nLINE ');
  const advice = table.format === 'jsonl' && !table.skipBadLines ? ` ${SKIP}` : '';
  return { kind: 'problem', message: `The file ${table.shown} cannot be read. ${String(message)}${advice}` };
}

const SKIP = 'Set skipBadLines to leave out lines that are not valid.';

function shownMessage(message: string, tables: readonly JobTable[]): string {
  let text = message
    .replace(/^Failed to extract statements: /, '')
    .replace(ADVICE, '')
    .trim();
  for (const { source, shown } of tables) {
    // Without a digit after it: the path of descriptor 3 begins the path of descriptor 30.
    text = text.replace(new RegExp(`${source}(?!\\d)`, 'g'), () => shown);
  }
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}
