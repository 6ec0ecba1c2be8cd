/*
 * Tests wait for events, or ask in a loop until something is so. These files wait for a time, each
 * for one of the reasons. The linter reports all others.
 */

/** A tool or an object of the test takes a moment. No result depends on how long. */
const TAKES_A_MOMENT = [
  'packages/bridges/test/shared/with-progress.test.ts',
  'packages/nestjs/test/enhancers/enhancers.test.ts',
  'packages/runtime/test/ambient.test.ts',
  'packages/runtime/test/call/call-with.test.ts',
  'packages/runtime/test/call/checks.test.ts',
  'packages/runtime/test/call/steps/06-rules.test.ts',
  'packages/runtime/test/call/steps/08-cache.test.ts',
  'packages/runtime/test/container/disposal.test.ts',
  'packages/runtime/test/events/opentelemetry.test.ts',
  'packages/runtime/test/limits/limits.test.ts',
  'packages/runtime/test/programs/inner-calls.test.ts',
  'packages/runtime/test/run/call-batch.test.ts',
  'packages/runtime/test/runtime/create-runtime.test.ts',
  'packages/runtime/test/support/desk-toolset.ts',
  'packages/runtime/test/toolsets/compose.test.ts',
];

/** Something must not happen afterwards. A short wait can only miss it, never fail by itself. */
const NOTHING_HAPPENS = [
  'packages/runtime/test/container/left-promises.test.ts',
  'packages/arguments/test/rules/broken-rules.test.ts',
  'packages/toolsets/test/code/made-calls.test.ts',
  'packages/toolsets/test/file/list-search.test.ts',
];

/** The clock is real: of a deadline, a database, Redis, another process. */
const REAL_CLOCK = [
  'examples/nestjs-backoffice/test/approvals.e2e.ts',
  'packages/durable/test/sqlite-tables.test.ts',
  'packages/mcp/test/server/runs.test.ts',
  'packages/runtime/test/cache/keyv-redis.test.ts',
  'packages/runtime/test/call/deadlines.test.ts',
  'packages/runtime/test/runtime/durations.test.ts',
  'packages/runtime/test/sqlite/sqlite-file.test.ts',
  'packages/toolsets/test/code/suspension.test.ts',
  'packages/toolsets/test/memory/memory.test.ts',
];

/** The limit of a child process or of a connection that hangs. */
const LIMIT = ['packages/durable/test/support/hostile-requests.ts', 'packages/runtime/test/soak/process.test.ts'];

/** The files that may wait for a time. */
export const TIMERS_IN_TESTS = [...TAKES_A_MOMENT, ...NOTHING_HAPPENS, ...REAL_CLOCK, ...LIMIT];
