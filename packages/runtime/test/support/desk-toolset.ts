import {
  ModelRetry,
  RunContext,
  Sequential,
  Timeout,
  Tool,
  ToolFailed,
  Toolset,
  StopRun,
  Retries,
  CallLimit,
  Final,
} from '@haft/core';
import { reflect } from './reflect.js';

/** A desk with one tool for each way in which a call can go. */
@Toolset({ prefix: 'desk' })
export class DeskToolset {
  readonly log: string[] = [];

  /** A plain result. */
  @Tool()
  async add(a: number, b = 1): Promise<number> {
    this.log.push(`add ${a} ${b}`);
    return a + b;
  }

  /** Not even a promise. */
  @Tool()
  echo(value: unknown): unknown {
    return value;
  }

  @Tool()
  async look(run: RunContext): Promise<object> {
    const { callId, toolName, retries, runId, userId, metadata, deps } = run;
    return { callId, toolName, retries, runId, userId, metadata, deps };
  }

  @Tool()
  async correct(times: number, run: RunContext): Promise<string> {
    if (run.retries.attempt < times) throw new ModelRetry(`Wrong ${run.retries.attempt + 1}.`);
    return 'right';
  }

  @Tool()
  @Retries(0)
  async strict(): Promise<never> {
    throw new ModelRetry('Never.');
  }

  @Tool()
  async fail(message: string): Promise<never> {
    throw new ToolFailed(message);
  }

  @Tool()
  async crash(): Promise<never> {
    throw new TypeError('secret of /etc/passwd');
  }

  @Tool()
  crashAtOnce(): never {
    throw new TypeError('secret of /etc/passwd');
  }

  @Tool()
  async stop(reason: string): Promise<never> {
    throw new StopRun(reason);
  }

  @Tool()
  @Timeout(30)
  async hang(run: RunContext): Promise<unknown> {
    return new Promise((resolve) => {
      run.signal.addEventListener('abort', () => {
        this.log.push(`aborted ${String((run.signal.reason as Error).message)}`);
        setTimeout(resolve, 5, 'too late');
      });
    });
  }

  @Tool()
  @CallLimit({ perRun: 2 })
  async twice(): Promise<string> {
    return 'ok';
  }

  @Tool()
  @Sequential()
  async alone(name: string): Promise<string> {
    return this.takeTime(name);
  }

  @Tool()
  async together(name: string): Promise<string> {
    return this.takeTime(name);
  }

  @Tool()
  @Final()
  async done(): Promise<string> {
    return 'bye';
  }

  private async takeTime(name: string): Promise<string> {
    this.log.push(`+${name}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.log.push(`-${name}`);
    return name;
  }
}

const number = { type: 'number' } as const;
const string = { type: 'string' } as const;

/** The output of `haft build`. */
export const deskToolsets = reflect(
  DeskToolset,
  {
    add: { parameters: { a: number, 'b?': number }, result: number },
    echo: { parameters: { 'value?': {} }, open: true },
    look: { parameters: { run: {} } },
    correct: { parameters: { times: number, run: {} } },
    strict: {},
    fail: { parameters: { message: string } },
    crash: {},
    crashAtOnce: {},
    stop: { parameters: { reason: string } },
    hang: { parameters: { run: {} } },
    twice: {},
    alone: { parameters: { name: string } },
    together: { parameters: { name: string } },
    done: {},
  },
  { prefix: 'desk_' },
);
