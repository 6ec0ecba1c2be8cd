/*
 * The names and sizes of rows that the report finds. Separate from the suites, because loading
 * those loads everything that they measure.
 */

export const FIRST_CALL = 'Haft: first call among 100 tools';
export const BUNDLED = 'Haft: the same, the application bundled into one file';

export const COLD = 'haft build, cold';
export const TSC = 'tsc 5.9 --noEmit';
export const UNCHANGED = 'haft build, nothing changed';
export const CHANGED = 'haft build, one file changed';

/** The row of the data tool that the bar is about. */
export const DATA_CALL = 'Haft: run.call';

export const FILE_CALL = 'Haft: run.call';
export const READ = 'file_read of 100 kB';
export const EDIT = 'file_edit of 100 lines, without fsync';

export const READ_OVER_MCP = 'read 100 kB';
export const EDIT_OVER_MCP = 'edit 100 lines, without fsync';

/** The row of the bar. */
export const WITH_SCHEMA = 'Haft: read after every piece, with the schema';

/**
 * The same task as for the peers: every tool takes shape M, all are in one file, and nothing is
 * injected. The bars use it.
 */
export const SAME_TOOLS = 'Haft: the same tools, in one file';

/** The row that shows the cost of the sandbox. */
export const NO_CALL = 'no call';

/** The rows that the bars are about. */
export const FLEET_CALL = 'Haft: run.call, a worker executes it';
export const FLEET_LEDGER_CALL = 'Haft: a background call with a ledger';

/** The rows that the bars are about. */
export const DIRECT_CALL = 'Haft: run.call of a tool with an effect';
export const APPROVED_CALL = 'Haft: run.call, then runtime.pending.decide';
export const APPROVED_ROW = 'the ledger alone: propose, decide, start and settle';

/** Trees with so many branches. Each size but the first is twice another one or more. */
export const SIZES = [100, 1_000, 5_000, 10_000] as const;

export const MANY_TEXTS = 100_000;

export const BARE = 'SQLite: bare FTS5, Porter stemmer, BM25';
export const BY_WORDS = 'Haft, SQLite: words';
export const FUSED = 'Haft, SQLite: words and vectors';
