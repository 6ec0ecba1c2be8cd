import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf } from '../../../src/call/plan/call-plan.js';
import type { Route } from '../../../src/call/plan/step.js';
import { STEPS } from '../../../src/call/plan/steps.js';
import { defineTool, stepChannel, toolset, type StepMessage } from '../../../src/index.js';
import { DeskToolset, deskToolsets } from '../../support/desk-toolset.js';
import { callOf, runOf } from '../steps/step-of.js';

const src = join(import.meta.dirname, '../../../src');

/** Returns the numbered files of a folder, in their order. */
function numbered(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => /^\d\d-/.test(file))
    .sort();
}

/** Returns the names of the steps on the usual way, without those that every call takes. */
function planOf(name: string, tools = [deskToolsets, new DeskToolset()] as const): readonly unknown[] {
  const { planned } = callOf(runOf({ toolsets: tools }), { name }).state;
  return stepsOf(planned, 'usual').map(({ names }) => names[0]);
}

describe('the order of a call', () => {
  it('is that of the list, as a subscriber of haft:step sees it', async () => {
    const run = runOf({ toolsets: toolset('clock', [clock]) });
    const seen: string[] = [];
    const listen = (message: unknown): void => void seen.push((message as StepMessage).step);
    subscribe(stepChannel.name, listen);
    try {
      await (run as unknown as { call(name: string, args: unknown): Promise<unknown> }).call('now', {});
    } finally {
      unsubscribe(stepChannel.name, listen);
    }
    const usual = STEPS.filter((step) => 'fixed' in step || (step.routes ?? ['full']).includes('full'));
    // Step 10 begins before the interceptors around the method.
    const names = usual.flatMap((step) => step.names).filter((name, index, all) => all.indexOf(name) === index);
    expect(seen).toEqual(names);
  });

  it('has the numbered files, which have a test of the same name each', () => {
    const files = numbered(join(src, 'call/steps'));
    expect(numbered(join(import.meta.dirname, '../steps'))).toEqual(
      files.map((file) => file.replace('.ts', '.test.ts')),
    );
    const names = STEPS.flatMap((step) => step.names);
    const ofFiles = files.map((file) => file.slice(3, -3)).map((name) => (name === 'accept' ? 'parse' : name));
    expect(names.filter((name, index) => ofFiles.includes(name) && names.indexOf(name) === index)).toEqual(ofFiles);
  });

  it('executes every tool in one line', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const lines = files.filter((file) => readFileSync(join(src, file), 'utf8').includes('body.invoke('));
    expect(lines).toEqual([join('call', 'steps', '10-execute.ts')]);
  });
});

describe('the way of a call', () => {
  /** The names of the steps in the list, as its file has them. */
  const order = /export const STEPS[^]*/.exec(readFileSync(join(src, 'call/plan/steps.ts'), 'utf8'))?.[0] ?? '';
  const names = [...order.matchAll(/^ {2}(?:\{ names: \['(\w+)'\], fixed|(\w+),)/gm)].map(
    ([, fixed, step]) => fixed ?? step,
  );

  it('has the steps of its route', () => {
    const taken = (route: Route): readonly unknown[] =>
      STEPS.flatMap((step, index) => ('fixed' in step || !(step.routes ?? HERE).includes(route) ? [] : [names[index]]));
    expect(names).toHaveLength(STEPS.length);
    expect(taken('full')).toEqual(taken('usual'));
    expect(taken('usual')).toEqual([
      ...['answerEqual', 'gates', 'load', 'permit', 'aroundWholeCall', 'accept', 'addPreview', 'rules', 'decide'],
      ...['cache', 'resolve', 'ledger', 'aroundExecution', 'executor', 'isolate', 'comparePreview'],
    ]);
    // The sender has waited, looked into the cache and written the row.
    expect(taken('remote')).toEqual([
      ...['answerEqual', 'takeFacts', 'load', 'permit', 'accept', 'keepGrant', 'addPreview', 'rules', 'decide'],
      ...['resolve', 'remoteExecution', 'aroundExecution', 'isolate', 'comparePreview'],
    ]);
    // The main thread has decided, and is around the execution.
    expect(taken('thread')).toEqual([
      ...['answerEqual', 'takeFacts', 'load', 'accept', 'requireInput', 'resolve', 'comparePreview'],
    ]);
  });
});

const HERE = ['usual', 'full'];

describe('the plan of a tool', () => {
  it('has no step without anything to do', () => {
    expect(planOf('now', [toolset('clock', [clock])] as never)).toEqual([undefined, 'gates', undefined, 'parse']);
    expect(planOf('desk_add')).toEqual([undefined, 'gates', undefined, 'parse']);
  });
});

const clock = defineTool({
  name: 'now',
  description: 'Tells the time.',
  parameters: { type: 'object' },
  execute: () => 'noon',
});
