import type { RunContext } from '@haft/core';
import { ModelRetry, ToolFailed, ToolResult } from '@haft/core';
import { createRuntime, defineTool, toolset, type Run, type RuntimeOptions, type ToolsetInput } from '@haft/runtime';
import { humanToolset } from '../../../src/human/index.js';
import { planToolset, type PlanEntry, type PlanToolsetSettings } from '../../../src/plan/index.js';

/** A call of a tool that the test holds until it answers it. */
export interface HeldCall {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly answer: (value: unknown) => void;
}

/** Tools with a log of their effects. */
export class Office {
  /** The effects of the tools, in order. */
  readonly log: string[] = [];
  readonly held: HeldCall[] = [];
  private heldListener = (): void => undefined;

  readonly toolset = toolset('office', [
    defineTool({
      name: 'find',
      description: 'Finds orders.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1, maximum: 100 } },
        required: ['query'],
        additionalProperties: false,
      },
      result: {
        type: 'object',
        properties: {
          orders: {
            type: 'array',
            items: {
              type: 'object',
              properties: { id: { type: 'string' }, amount: { type: 'number' } },
              required: ['id', 'amount'],
              additionalProperties: false,
            },
          },
        },
        required: ['orders'],
        additionalProperties: false,
      },
      execute: ({ query }: { query: string }) => {
        this.log.push(`find ${query}`);
        return { orders: [{ id: `${query}-1`, amount: 7 }] };
      },
    }),
    defineTool({
      name: 'weigh',
      description: 'Weighs parcels.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      execute: () => new ToolResult({ value: { parcels: [3, 4, 5] }, content: '3 parcels, 12 kg' }),
    }),
    defineTool({
      name: 'echo',
      description: 'Returns its value.',
      parameters: { type: 'object', properties: { value: {} }, additionalProperties: false },
      execute: ({ value }: { value?: unknown }) => {
        this.log.push(`echo ${JSON.stringify(value)}`);
        return value;
      },
    }),
    defineTool({
      name: 'pay',
      description: 'Pays an amount.',
      parameters: {
        type: 'object',
        properties: { amount: { type: 'number' } },
        required: ['amount'],
        additionalProperties: false,
      },
      settings: { approvals: [(args: { amount: number }) => args.amount >= 10] },
      execute: ({ amount }: { amount: number }) => {
        this.log.push(`pay ${amount}`);
        return `paid ${amount}`;
      },
    }),
    defineTool({
      name: 'sign',
      description: 'Signs.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
      settings: { approvals: [true] },
      execute: ({ text }: { text?: string }) => {
        this.log.push(`sign ${text ?? ''}`);
        return `signed ${text ?? ''}`;
      },
    }),
    defineTool({
      name: 'fail',
      description: 'Fails.',
      parameters: { type: 'object', properties: { how: { type: 'string' } }, additionalProperties: false },
      execute: ({ how }: { how?: string }) => {
        if (how === 'retry') throw new ModelRetry('Ask for something else.');
        throw new ToolFailed('The printer is on fire.');
      },
    }),
    defineTool({
      name: 'hold',
      description: 'Waits for the test.',
      parameters: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: true },
      execute: async ({ name = '' }: { name?: string }, run) => this.hold(name, run),
    }),
    defineTool({
      name: 'alone',
      description: 'Runs alone.',
      parameters: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
      settings: { sequential: true },
      execute: async ({ name = '' }: { name?: string }, run) => this.hold(name, run),
    }),
    defineTool({
      name: 'rare',
      description: 'Can be called twice.',
      parameters: { type: 'object' },
      settings: { callLimit: { perRun: 2 } },
      execute: () => 'rare',
    }),
  ]);

  /** Resolves when this many calls wait for the test. */
  async waitFor(count: number): Promise<void> {
    while (this.held.length < count) {
      await new Promise<void>((resolve) => {
        this.heldListener = resolve;
      });
    }
  }

  /** The names of the calls that wait for the test. */
  names(): readonly string[] {
    return this.held.map(({ name }) => name);
  }

  private async hold(name: string, { signal }: RunContext): Promise<unknown> {
    this.log.push(`begin ${name}`);
    const value = await new Promise((answer) => {
      this.held.push({ name, signal, answer });
      this.heldListener();
    });
    this.log.push(`end ${name}`);
    return value;
  }
}

/** A run with the tools of an office, `ask_user` and `execute_plan`. */
export interface OpenOffice {
  readonly office: Office;
  readonly run: Run;
}

/** The changes of a test to the runtime. */
export interface OfficeOptions {
  readonly plan?: PlanToolsetSettings;
  readonly runtime?: Omit<RuntimeOptions, 'toolsets'>;
  readonly toolsets?: readonly ToolsetInput[];
}

/** Returns a runtime with the tools of an office. */
export function officeRuntime(office: Office, { plan, runtime, toolsets = [] }: OfficeOptions = {}) {
  return createRuntime({
    ...runtime,
    toolsets: [office.toolset, humanToolset(), planToolset(plan), ...toolsets],
  });
}

/** Starts a run. */
export function openOffice(options: OfficeOptions = {}): OpenOffice {
  const office = new Office();
  return { office, run: officeRuntime(office, options).startRun() };
}

/** A call of `execute_plan`. */
export function planCall(steps: unknown, more: object = {}): { id: string; name: string; arguments: object } {
  return { id: 'p1', name: 'execute_plan', arguments: { steps, ...more } };
}

/** The entries of a plan that ended. */
export async function entriesOf(outcome: ReturnType<Run['call']>): Promise<PlanEntry[]> {
  const ended = await outcome;
  if (ended.status !== 'success') throw new Error(`${ended.status}: ${ended.text}`);
  return JSON.parse(JSON.stringify((ended as { readonly value?: unknown }).value)) as PlanEntry[];
}
