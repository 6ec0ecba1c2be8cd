import {
  CallLimit,
  CallSuspended,
  External,
  ModelRetry,
  RequiresApproval,
  RunContext,
  Sequential,
  Timeout,
  Tool,
  Toolset,
  UserInput,
  type DeferredOutcome,
  type InnerCallOptions,
  type ToolCall,
  type ToolOutcome,
} from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { createRuntime, type Run, type RunEvent, type RunOptions, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/** A program of the toolset below: the calls that it makes one after the other or all together. */
interface Program {
  readonly calls: readonly ToolCall[];
}

interface Deps {
  /** Replaces the body of `play`. */
  readonly play?: (run: RunContext<Deps>) => unknown;
}

/** Tools of an office, and tools that call them. */
@Toolset()
export class Office {
  readonly done: string[] = [];

  @Tool()
  look(what: string): string {
    this.done.push(`look ${what}`);
    return `saw ${what}`;
  }

  @Tool()
  @RequiresApproval()
  pay(amount: number): string {
    this.done.push(`pay ${amount}`);
    return `paid ${amount}`;
  }

  @Tool()
  @RequiresApproval(({ amount }: { amount: number }) => amount > 100)
  lend(amount: number): string {
    this.done.push(`lend ${amount}`);
    return `lent ${amount}`;
  }

  @Tool()
  @External()
  ship(item: string): string {
    throw new Error(`never called with ${item}`);
  }

  @Tool()
  ask(question: string, @UserInput() answer: string): string {
    return `${question} ${answer}`;
  }

  @Tool()
  refuse(reason: string): string {
    throw new ModelRetry(reason);
  }

  @Tool()
  @Sequential()
  alone(name: string): string {
    this.done.push(`alone ${name}`);
    return name;
  }

  @Tool()
  @CallLimit({ perRun: 2 })
  rare(name: string): string {
    this.done.push(`rare ${name}`);
    return name;
  }

  @Tool()
  async hang(run: RunContext): Promise<string> {
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    this.done.push('hang aborted');
    return 'late';
  }

  /** Makes its calls one after the other. Waits for decisions before the next one. */
  @Tool()
  async series(program: Program, run: RunContext): Promise<JsonValue> {
    const { state = [], outcomes = {} } = run.calls.resumed ?? {};
    const results = [...(state as readonly string[])];
    for (const [index, call] of program.calls.entries()) {
      if (index < results.length) continue;
      const id = `${run.callId}_${index}`;
      const outcome =
        outcomes[id] ?? (await run.calls.call({ ...call, id }, { budget: 'own', place: { step: index } }));
      if (outcome.status === 'deferred') throw new CallSuspended({ state: results, waits: [outcome] });
      results.push(`${outcome.status}: ${outcome.text}`);
    }
    return results;
  }

  /** Makes its calls together. Waits until all are decided. */
  @Tool()
  async together(program: Program, run: RunContext): Promise<JsonValue> {
    const before = (run.calls.resumed?.state ?? {}) as Readonly<Record<string, string>>;
    const results = new Map(Object.entries(before));
    const waits: DeferredOutcome[] = [];
    const note = (id: string, outcome: ToolOutcome): void => {
      if (outcome.status === 'deferred') waits.push(outcome);
      else results.set(id, `${outcome.status}: ${outcome.text}`);
    };
    const ids = program.calls.map((_, index) => `${run.callId}_${index}`);
    if (run.calls.resumed === undefined) {
      const calls = program.calls.map((call, index) => ({ ...call, id: ids[index] }));
      const all = await run.calls.callAll(calls, { budget: 'own', places: calls.map((_, step) => ({ step })) });
      for (const [index, outcome] of all.entries()) note(ids[index] as string, outcome);
    } else for (const [id, outcome] of Object.entries(run.calls.resumed.outcomes)) note(id, outcome);
    if (waits.length > 0) throw new CallSuspended({ state: Object.fromEntries(results), waits });
    return ids.map((id) => results.get(id) ?? 'missing');
  }

  /** Does what the test says. */
  @Tool()
  async play(run: RunContext<Deps>): Promise<unknown> {
    return run.deps.play?.(run);
  }

  /** Does what the test says, for at most 60 ms. */
  @Tool()
  @Timeout(60)
  async hurry(run: RunContext<Deps>): Promise<unknown> {
    return run.deps.play?.(run);
  }

  @Tool()
  @RequiresApproval()
  async approved(program: Program, run: RunContext): Promise<JsonValue> {
    return this.series(program, run);
  }
}

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const program = {
  parameters: { program: { type: 'object', properties: { calls: { type: 'array' } }, required: ['calls'] }, run: {} },
} as const;
export const office = reflect(Office, {
  look: { parameters: { what: text } },
  pay: { parameters: { amount: number } },
  lend: { parameters: { amount: number } },
  ship: { parameters: { item: text }, result: text },
  ask: { parameters: { question: text, 'input:answer': text } },
  refuse: { parameters: { reason: text } },
  alone: { parameters: { name: text } },
  rare: { parameters: { name: text } },
  hang: { parameters: { run: {} } },
  series: program,
  together: program,
  approved: program,
  play: { parameters: { run: {} } },
  hurry: { parameters: { run: {} } },
});

/** A runtime with the office, a run of it, and all that happened. */
export interface Opened {
  readonly run: Run;
  readonly toolset: Office;
  readonly events: RunEvent[];
  readonly runtime: ReturnType<typeof createRuntime>;
}

/** Starts a run of an office. */
export function open(options: RunOptions<Deps> = {}, more: RuntimeOptions = {}): Opened {
  const toolset = new Office();
  const events: RunEvent[] = [];
  const runtime = createRuntime({
    toolsets: [office, toolset],
    ...more,
    observe: { logger: quietLogger(), ...more.observe },
  });
  const run = runtime.startRun({ id: 'r1', onEvent: (event) => events.push(event), ...options }) as unknown as Run;
  return { run, toolset, events, runtime };
}

/** Returns what `play` does with its inner call. */
export function playing(call: ToolCall, options?: InnerCallOptions): Deps {
  return { play: (run) => run.calls.call(call, options) };
}
