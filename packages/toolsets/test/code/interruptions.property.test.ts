import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ToolFailed, type DeferralRequest, type ToolOutcome } from '@haft/core';
import { createRuntime, decision, defineTool, toolset, type PendingRun, type Run, type Runtime } from '@haft/runtime';
import { codeToolset, type CodeResult } from '../../src/code/index.js';
import { randomProgram } from './support/random-program.js';

/** The tools of a program, and the keys of the calls that had an effect. */
class World {
  readonly effects: string[] = [];

  runtime(inline = false): Runtime {
    const tool = (name: string, run: (n: unknown) => unknown, approve = false) =>
      defineTool({
        name,
        description: name,
        parameters: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
        settings: approve ? { approvals: [true] } : {},
        execute: ({ n, key }: { n?: unknown; key: string }) => {
          this.effects.push(key);
          return run(n);
        },
      });
    const tools = [
      tool('look', (n) => n),
      tool('pay', (n) => `paid ${String(n)}`, true),
      tool('fail', (n) => {
        if (Number(n) % 3 === 0) throw new ToolFailed('It is a multiple of 3.');
        return n;
      }),
    ];
    return createRuntime({
      toolsets: [toolset('world', tools), codeToolset({ check: false })],
      ...(inline && {
        people: {
          onDeferred: (requests: readonly DeferralRequest[]) =>
            Object.fromEntries(requests.map((one) => [one.id, decide(one)])),
        },
      }),
    });
  }
}

/** A decision depends only on the call, so that it is the same with and without interruptions. */
const decide = ({ arguments: { n } }: DeferralRequest) => (Number(n) % 4 === 0 ? decision.deny() : decision.approve());

/** The order of parallel calls depends on the time, so they are sorted. */
const factsOf = (outcome: ToolOutcome | undefined): unknown => {
  if (outcome?.status !== 'success') return outcome;
  const value = outcome.value as CodeResult;
  const toolCalls = value.toolCalls.map(({ name, status }) => `${name} ${status}`).sort();
  return { ...value, text: outcome.text, toolCalls };
};

/** Limits end parallel calls by their order in time. */
const isWithinLimits = (outcome: ToolOutcome): boolean => {
  const { toolCalls = [] } = outcome.status === 'success' ? (outcome.value as CodeResult) : {};
  return toolCalls.length < 50 && toolCalls.filter(({ status }) => status === 'failed').length < 3;
};

async function withoutInterruption(code: string) {
  const world = new World();
  const outcome = await world.runtime(true).startRun().call({ id: 'c1', name: 'execute_code', arguments: { code } });
  return { facts: factsOf(outcome), effects: world.effects, isWithinLimits: isWithinLimits(outcome) };
}

/** Decides about some of the requests at a time, and continues in another process each time. */
async function withInterruptions(code: string, choices: readonly number[]) {
  const world = new World();
  const first = world.runtime().startRun() as Run;
  let outcome: ToolOutcome | undefined = await first.call({ id: 'c1', name: 'execute_code', arguments: { code } });
  let pending = first.pending();
  let rounds = 0;
  while (outcome?.status === 'deferred') {
    const choice = choices[rounds % choices.length] ?? 0;
    const read = JSON.parse(JSON.stringify(pending)) as PendingRun;
    const chosen = read.requests.filter((_, index) => ((choice >> (index % 16)) & 1) === 1);
    const decided = chosen.length === 0 ? read.requests.slice(0, 1) : chosen;
    const decisions = Object.fromEntries(decided.map((one) => [one.id, decide(one)]));
    const next = await world.runtime().resumeRun(read, decisions, { partial: true });
    [outcome] = next.outcomes;
    pending = next.run.pending();
    rounds += 1;
  }
  return { facts: factsOf(outcome), effects: world.effects, rounds };
}

/** The number of programs. `npm run chaos:programs`, a step of each night, takes 2,000. */
const RUNS = Number(process.env['HAFT_CHAOS_PROGRAMS'] ?? 20);

describe('a random program with random interruptions', () => {
  it(
    'has the result of the program without interruptions, and makes no call twice [CODE-4, NEW-29]',
    async () => {
      let [interrupted, calls] = [0, 0];
      await fc.assert(
        fc.asyncProperty(
          randomProgram,
          fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }),
          async (code, choices) => {
            const expected = await withoutInterruption(code);
            fc.pre(expected.isWithinLimits);
            const actual = await withInterruptions(code, choices);
            expect(actual.facts).toEqual(expected.facts);
            expect(new Set(actual.effects).size).toBe(actual.effects.length);
            expect([...actual.effects].sort()).toEqual([...expected.effects].sort());
            interrupted += Math.min(1, actual.rounds);
            calls += actual.effects.length;
          },
        ),
        { numRuns: RUNS },
      );
      expect(interrupted).toBeGreaterThan(RUNS / 4);
      expect(calls).toBeGreaterThan(RUNS);
    },
    120_000 + RUNS * 3_000,
  );
});
