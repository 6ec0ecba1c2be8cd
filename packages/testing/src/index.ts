/*
 * A harness, fakes, a scripted model and generated arguments, for every test runner.
 */

export { fakeDeferral, fakeOutcome } from './fake-outcomes.js';
export { FakeCalls, type RecordedCall } from './fake-calls.js';
export {
  fakeRunContext,
  FakeRunContext,
  type FakeRunContextOptions,
  type LoggedLine,
  type OnCall,
} from './fake-run-context.js';
export { definitionsText } from './harness/definitions-text.js';
export { override, withOverrides } from './harness/override.js';
export { testTool, type TestedTool } from './harness/test-tool.js';
export { testToolset, type TestedToolset, type TestToolsetOptions } from './harness/test-toolset.js';
export {
  scriptedModel,
  ScriptedModel,
  type ModelAnswer,
  type ModelTurn,
  type ScriptedResult,
  type ScriptedRunOptions,
} from './scripted-model/scripted-model.js';
export { transcriptText, type Shown, type TranscriptTurn } from './scripted-model/transcript.js';
export { TestFailure } from './test-failure.js';
export { argumentsOf, type ArgumentsSource } from './arguments/arguments-of.js';
export { valuesOf } from './arguments/values-of.js';
export { wrongArgumentsOf } from './arguments/wrong-arguments-of.js';
export type { AnyRuntime } from './every-tool/call-each.js';
export { callEveryTool } from './every-tool/call-every-tool.js';
export { callEveryToolWrongly } from './every-tool/call-every-tool-wrongly.js';
export type { EveryToolOptions } from './every-tool/every-tool-options.js';
export type { EveryToolReport, ToolProblem, ToolReport } from './every-tool/every-tool-report.js';
