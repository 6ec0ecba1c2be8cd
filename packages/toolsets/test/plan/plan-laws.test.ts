import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ToolOutcome } from '@haft/core';
import { createRuntime, decision, defineTool, toolset, type PendingRun, type Runtime } from '@haft/runtime';
import { planToolset, type PlanStep } from '../../src/plan/index.js';

/** A step of a random plan. It needs steps with a lower rank, so that there is no cycle. */
interface RandomStep {
  /** Positions in the order of ranks. */
  readonly references: readonly number[];
  readonly dependsOn: readonly number[];
  readonly tool: 'join' | 'ask' | 'alone' | 'fail';
  /** How many microtasks the tool waits. */
  readonly delay: number;
  readonly isNamed: boolean;
  /** The place of the step in the plan. */
  readonly order: number;
}

const step = (rank: number, tools: readonly RandomStep['tool'][]): fc.Arbitrary<RandomStep> => {
  const lower = rank === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat({ max: rank - 1 }), { maxLength: 2 });
  return fc.record({
    references: lower,
    dependsOn: lower,
    tool: fc.constantFrom(...tools),
    delay: fc.nat({ max: 5 }),
    isNamed: fc.boolean(),
    order: fc.nat(),
  });
};

const plans = (...tools: RandomStep['tool'][]): fc.Arbitrary<readonly PlanStep[]> =>
  fc
    .nat({ max: 11 })
    .chain((most) => fc.tuple(...Array.from({ length: most + 1 }, (_, rank) => step(rank, tools))))
    .map(planOf);

/** Writes a random plan as a model would. The ranks are the keys of the tools. */
function planOf(steps: readonly RandomStep[]): readonly PlanStep[] {
  const order = [...steps.keys()].sort((a, b) => (steps[a]?.order ?? 0) - (steps[b]?.order ?? 0));
  const places = new Map(order.map((rank, place) => [rank, place]));
  const idOf = (rank: number): string =>
    steps[rank]?.isNamed === true ? `rank${rank}` : `step_${places.get(rank) ?? 0}`;
  return order.map((rank) => {
    const { references, dependsOn, tool, delay, isNamed } = steps[rank] as RandomStep;
    const parts = references.map((one) => ({ $ref: `${idOf(one)}.text` }));
    return {
      tool,
      args: { key: `${rank}`, delay, parts },
      ...(isNamed && { id: idOf(rank) }),
      ...(dependsOn.length > 0 && { dependsOn: dependsOn.map(idOf) }),
    };
  });
}

interface Args {
  readonly key: string;
  readonly delay: number;
  readonly parts: readonly string[];
}

const PARAMETERS = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    delay: { type: 'integer' },
    parts: { type: 'array', items: { type: 'string' } },
  },
  required: ['key', 'delay', 'parts'],
  additionalProperties: false,
} as const;

const RESULT = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
} as const;

/** A runtime that logs the begin and the end of each step. */
function opened(log: string[], asks: boolean): Runtime {
  const inside = { all: 0, alone: 0 };
  const perform = async ({ key, delay, parts }: Args, isAlone: boolean): Promise<{ text: string }> => {
    log.push(`begin ${key}`);
    if (inside.alone > 0 || (isAlone && inside.all > 0)) log.push('not alone');
    inside.all++;
    if (isAlone) inside.alone++;
    for (let waited = 0; waited < delay; waited++) await Promise.resolve();
    inside.all--;
    if (isAlone) inside.alone--;
    log.push(`end ${key}`);
    return { text: `${key}(${parts.join()})` };
  };
  const tool = (name: string, settings: object, isAlone = false) =>
    defineTool({
      name,
      description: 'Joins texts.',
      parameters: PARAMETERS,
      result: RESULT,
      settings,
      execute: (args: Args) => {
        if (name === 'fail') throw new Error('no');
        return perform(args, isAlone);
      },
    });
  const tools = [
    tool('join', {}),
    tool('ask', asks ? { approvals: [true] } : {}),
    tool('alone', { sequential: true }, true),
    tool('fail', {}),
  ];
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return createRuntime({
    toolsets: [toolset('laws', tools), planToolset()],
    observe: { logger },
    people: { requestExpiryMs: 1_000_000 },
  });
}

const call = (steps: readonly unknown[], more: object = {}) => ({
  id: 'p',
  name: 'execute_plan',
  arguments: { steps, ...more },
});

const idOf = ({ id }: PlanStep, place: number): string => id ?? `step_${place}`;

/** The ids of the steps to whose results a step refers. */
const referencesOf = ({ args }: PlanStep): readonly string[] => {
  const parts = args?.['parts'] as readonly { $ref: string }[];
  return parts.map(({ $ref }) => $ref.split('.')[0] ?? '');
};

/** The ids of the steps that a step needs. */
const needsOf = (step: PlanStep): readonly string[] => [...(step.dependsOn ?? []), ...referencesOf(step)];

const keyOf = ({ args }: PlanStep): string => args?.['key'] as string;

const KINDS = 6;

/** Mistakes of a model in a step, each with its place. */
function mistakesOf(step: PlanStep): readonly (readonly [string, PlanStep])[] {
  const parts = step.args?.['parts'] as readonly unknown[];
  const last = `args.parts[${String(parts.length)}]`;
  const withPart = (part: unknown): PlanStep => ({ ...step, args: { ...step.args, parts: [...parts, part] } });
  return [
    ['tool', { ...step, tool: 'jion' }],
    [`dependsOn[${String(step.dependsOn?.length ?? 0)}]`, { ...step, dependsOn: [...(step.dependsOn ?? []), 'none'] }],
    [last, withPart({ $ref: 'none.text' })],
    [last, withPart({ $ref: `${needsOf(step)[0] ?? 'none'}.no` })],
    ['args.delay', { ...step, args: { ...step.args, delay: 'much' } }],
    ['args.more', { ...step, args: { ...step.args, more: 1 } }],
  ];
}

describe('every plan without cycles', () => {
  it('runs each step exactly once, after the steps that it needs [PLAN-2, PLAN-3]', async () => {
    await fc.assert(
      fc.asyncProperty(plans('join', 'ask', 'alone'), async (steps) => {
        const log: string[] = [];
        const outcome = await opened(log, false).startRun().call(call(steps));
        expect(outcome.status).toBe('success');
        expect(log.filter((line) => line.startsWith('begin')).sort()).toEqual(
          steps.map((one) => `begin ${keyOf(one)}`).sort(),
        );
        expect(log).not.toContain('not alone');
        const byId = new Map(steps.map((one, place) => [idOf(one, place), one]));
        for (const one of steps) {
          for (const id of needsOf(one)) {
            const needed = keyOf(byId.get(id) as PlanStep);
            expect(log.indexOf(`end ${needed}`)).toBeLessThan(log.indexOf(`begin ${keyOf(one)}`));
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it('skips exactly the steps that need a failed one, directly or not [PLAN-2]', async () => {
    await fc.assert(
      fc.asyncProperty(plans('join', 'join', 'fail'), async (steps) => {
        const outcome = await opened([], false).startRun().call(call(steps));
        const byId = new Map(steps.map((one, place) => [idOf(one, place), one]));
        const statusOf = ({ tool, ...one }: PlanStep): string => {
          const needed = needsOf({ tool, ...one }).map((id) => byId.get(id) as PlanStep);
          if (needed.some((other) => statusOf(other) !== 'ok')) return 'skipped';
          return tool === 'fail' ? 'error' : 'ok';
        };
        expect(outcome).toMatchObject({ value: steps.map((one) => ({ status: statusOf(one) })) });
      }),
      { numRuns: 60 },
    );
  });

  it('shows the results to which no step refers, or those that `return` names [PLAN-2]', async () => {
    const named = fc.option(fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(plans('join', 'ask', 'alone'), named, async (steps, places) => {
        const ids = steps.map(idOf);
        const returned = places?.map((place) => ids[place % ids.length] ?? '');
        const used = new Set(steps.flatMap(referencesOf));
        const shown = returned ?? ids.filter((id) => !used.has(id));
        const more = returned && { return: [...new Set(returned)] };
        const { text } = await opened([], false).startRun().call(call(steps, more));
        // The result of a step begins with its key, and has those of others behind it.
        const read = ids.filter((_, place) => text.includes(`"text":"${keyOf(steps[place] as PlanStep)}(`));
        expect(read).toEqual(ids.filter((id) => shown.includes(id)));
      }),
      { numRuns: 80 },
    );
  });

  it('with mistakes names each of them at its place, and runs nothing [PLAN-1]', async () => {
    const mistakes = fc.uniqueArray(fc.record({ place: fc.nat({ max: 11 }), kind: fc.nat() }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ place }) => place,
    });
    await fc.assert(
      fc.asyncProperty(plans('join', 'alone'), mistakes, async (steps, wrong) => {
        const made = wrong.filter(({ place }) => place < steps.length);
        fc.pre(made.length > 0);
        const written: PlanStep[] = [...steps];
        const expected = made.map(({ place, kind }) => {
          const [where, mistaken] = mistakesOf(written[place] as PlanStep)[kind % KINDS] as [string, PlanStep];
          written[place] = mistaken;
          return `steps[${String(place)}].${where}: `;
        });
        const log: string[] = [];
        const { status, text } = await opened(log, false).startRun().call(call(written));
        expect(status).toBe('retry');
        for (const start of expected) expect(text).toContain(start);
        expect(log).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same results if it waits for approvals in between, and runs no step twice [PLAN-2, NEW-10]', async () => {
    let waits = 0;
    await fc.assert(
      fc.asyncProperty(plans('join', 'ask', 'alone'), fc.infiniteStream(fc.boolean()), async (steps, choices) => {
        const straight = await opened([], false).startRun().call(call(steps));
        const log: string[] = [];
        const first = opened(log, true).startRun();
        let outcome: ToolOutcome | undefined = await first.call(call(steps));
        let pending = first.pending();
        while (outcome?.status === 'deferred') {
          waits++;
          const { requests } = pending;
          const chosen = requests.filter((_, index) => index === 0 || choices.next().value === true);
          const answers = Object.fromEntries(chosen.map(({ id }) => [id, decision.approve()]));
          const stored = JSON.parse(JSON.stringify(pending)) as PendingRun;
          const resumed = await opened(log, true).resumeRun(stored, answers, { partial: true });
          [outcome] = resumed.outcomes;
          pending = resumed.run.pending();
        }
        expect(outcome).toMatchObject({ status: 'success', text: straight.text });
        const begun = log.filter((line) => line.startsWith('begin'));
        expect(begun.sort()).toEqual(steps.map((one) => `begin ${keyOf(one)}`).sort());
      }),
      { numRuns: 80 },
    );
    expect(waits).toBeGreaterThan(30);
  });
});
