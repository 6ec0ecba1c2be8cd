import { ModelRetry, ToolFailed } from '@haft/core';
import {
  createRuntime,
  defineTool,
  toolset,
  type Run,
  type RunOptions,
  type Runtime,
  type RuntimeOptions,
  type ToolsetInput,
} from '@haft/runtime';
import { codeToolset, type CodeResult, type CodeSettings } from '../../../src/code/index.js';
import { humanToolset } from '../../../src/human/index.js';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;

/** The tools that programs of the tests call, and a list of their effects. */
export class Office {
  readonly done: string[] = [];

  tools(): ToolsetInput {
    return toolset('office', [
      defineTool({
        name: 'order_find',
        description: 'Finds an order.',
        parameters: { type: 'object', properties: { id: number }, required: ['id'], additionalProperties: false },
        execute: ({ id }: { id: number }) => {
          this.done.push(`find ${id}`);
          return { id, total: id * 10, made: new Date(0) };
        },
      }),
      defineTool({
        name: 'pay',
        description: 'Pays.',
        parameters: { type: 'object', properties: { sum: number }, required: ['sum'] },
        settings: { approvals: [({ sum }: { sum: number }) => sum > 0] as never },
        execute: ({ sum }: { sum: number }) => {
          this.done.push(`pay ${sum}`);
          return { paid: sum };
        },
      }),
      defineTool({
        name: 'echo',
        description: 'Returns a text.',
        aliases: ['say'],
        parameters: { type: 'object', properties: { text }, required: ['text'] },
        execute: (args: { text: string }) => args.text,
      }),
      defineTool({
        name: 'fail',
        description: 'Fails.',
        parameters: { type: 'object', properties: { how: text } },
        execute: ({ how }: { how?: string }) => {
          this.done.push(`fail ${String(how)}`);
          if (how === 'retry') throw new ModelRetry('Use another id.');
          throw new ToolFailed('The office is closed.');
        },
      }),
      defineTool({
        name: 'big',
        description: 'Returns much.',
        parameters: { type: 'object', properties: { size: number }, required: ['size'] },
        execute: ({ size }: { size: number }) => 'x'.repeat(size),
      }),
    ]);
  }

  /** The thread of the check cannot load the sources. */
  runtime(code: CodeSettings = {}, options: Partial<RuntimeOptions> = {}): Runtime {
    return createRuntime({
      toolsets: [this.tools(), humanToolset(), codeToolset({ check: false, ...code })],
      ...options,
    });
  }
}

/** A run, and a function that runs a program as a model does. */
export interface OfficeRun {
  readonly run: Run;
  readonly office: Office;
  readonly call: (code: string, more?: object) => ReturnType<Run['call']>;
  readonly result: (code: string) => Promise<CodeResult>;
}

/** Starts a run with `execute_code` and the tools of the office. */
export function officeRun(code?: CodeSettings, options?: Partial<RuntimeOptions> & { run?: RunOptions }): OfficeRun {
  const office = new Office();
  const { run: runOptions, ...runtimeOptions } = options ?? {};
  const run = office.runtime(code, runtimeOptions).startRun(runOptions) as Run;
  const call: OfficeRun['call'] = (source, more) =>
    run.call({ id: 'c1', name: 'execute_code', arguments: { code: source, ...more } });
  const result = async (source: string): Promise<CodeResult> => {
    const outcome = await call(source);
    if (outcome.status !== 'success') throw new Error(`${outcome.status}: ${outcome.text}`);
    return outcome.value as CodeResult;
  };
  return { run, office, call, result };
}
