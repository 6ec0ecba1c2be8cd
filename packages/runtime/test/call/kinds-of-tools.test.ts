import type { AnyTool } from '@haft/compose';
import { mayRunAgain } from '../../src/call/executor/may-run-again.js';
import { isForPrograms } from '../../src/call/tools/is-for-programs.js';

interface Facts {
  readonly settings?: object;
  readonly definition?: object;
  readonly input?: object;
  readonly body?: object;
}

const toolOf = (facts: Facts): AnyTool => ({ settings: {}, definition: {}, body: {}, ...facts }) as unknown as AnyTool;

test.each<readonly [what: string, facts: Facts, isFor: boolean]>([
  ['a plain tool', {}, true],
  ['a tool that says so', { definition: { programs: true } }, true],
  ['a tool that says it is not', { definition: { programs: false } }, false],
  ['a tool of the runtime, such as a search of tools', { body: { isOfRuntime: true } }, false],
  ['a tool without approvals', { settings: { approvals: [] } }, true],
  ['a tool with an approval', { settings: { approvals: [true] } }, false],
  ['a tool with values of the user', { input: {} }, false],
  ['an external tool', { settings: { external: true } }, false],
  ['a background tool', { settings: { background: {} } }, false],
  ['a tool that ends the run', { settings: { final: true } }, false],
])('a program of the provider may call %s: %o', (_what, facts, isFor) => {
  expect(isForPrograms(toolOf(facts))).toBe(isFor);
});

test.each<readonly [what: string, facts: Facts, mayRun: boolean]>([
  ['a tool that says nothing', {}, false],
  ['a tool with an effect', { settings: { effect: {} } }, false],
  ['a program, which replays its calls', { settings: { effect: { replays: true } } }, true],
  ['a reading tool', { definition: { hints: { readOnly: true } } }, true],
  ['an idempotent tool', { settings: { effect: {} }, definition: { hints: { idempotent: true } } }, true],
  ['a tool with other hints', { definition: { hints: { readOnly: false, idempotent: false } } }, false],
])('a second execution does no harm, for %s: %o', (_what, facts, mayRun) => {
  expect(mayRunAgain(toolOf(facts))).toBe(mayRun);
});
