/*
 * The run of the current call, for code that a tool calls without passing the context.
 */

export { currentRun } from '@haft/runtime/ambient';
