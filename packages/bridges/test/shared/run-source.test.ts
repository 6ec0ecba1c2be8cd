import type { Run } from '@haft/runtime';
import { runOf, templateOf } from '../../src/shared/run-source.js';
import { deskRuntime } from '../support/desk.js';

const deps = { user: 'ada', log: [] };
const runtime = deskRuntime();
const template: Run = runtime.startRun({ deps });
const source = { template, runOf: (context: { readonly run?: Run }) => context.run as Run };

test('a run is the run of all its calls', () => {
  expect([templateOf(template), runOf(template, {})]).toEqual([template, template]);
});

test('for an agent that lives longer, the host finds the run of a call', () => {
  const run: Run = runtime.startRun({ deps });
  expect(templateOf(source)).toBe(template);
  expect(runOf(source, { run })).toBe(run);
});

test('a call without a run is a mistake of the developer', () => {
  expect(() => runOf(source, {})).toThrow('`runOf` found no run for a call.');
});

test('so is a run that speaks another dialect than the model was shown', () => {
  const run: Run = runtime.startRun({ deps, target: 'openai' });
  expect(() => runOf(source, { run })).toThrow(
    'The run of a call has the target openai, but the tools were made for none.',
  );
});
