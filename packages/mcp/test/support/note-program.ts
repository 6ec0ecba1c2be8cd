import { CallSuspended, type RunContext, type ToolOutcome } from '@haft/core';
import { defineTool, toolset, type AnyToolset } from '@haft/runtime';
import { notesTools, type NotesLog } from '../fixtures/notes-tools.mjs';

/** The tools of the fixture, and `note_program`, which calls several of them for one note. */
export function notesWithProgram(log: NotesLog): AnyToolset[] {
  return [notesTools(log), toolset('programs', [program])] as AnyToolset[];
}

interface Program {
  readonly id: number;
  readonly tools: readonly string[];
}

type Outcomes = Readonly<Record<string, ToolOutcome>>;

const program = defineTool({
  name: 'note_program',
  description: 'Calls other tools for a note.',
  parameters: {
    type: 'object',
    properties: { id: { type: 'integer' }, tools: { type: 'array', items: { type: 'string' } } },
    required: ['id', 'tools'],
    additionalProperties: false,
  },
  execute: async (args: Program, run: RunContext) => {
    const given = run.calls.resumed?.outcomes ?? (await begin(args, run));
    const waits = Object.values(given).filter((one) => one.status === 'deferred');
    const ended = Object.entries(given).flatMap(([id, { status, text }]) =>
      status === 'deferred' ? [] : [[id, text]],
    );
    const before = (run.calls.resumed?.state ?? {}) as Readonly<Record<string, string>>;
    const state: Readonly<Record<string, string>> = { ...before, ...Object.fromEntries(ended) };
    if (waits.length > 0) throw new CallSuspended({ state, waits });
    return args.tools.map((_, step) => state[`${run.callId}_${step}`]).join('; ');
  },
});

async function begin({ id, tools }: Program, run: RunContext): Promise<Outcomes> {
  const calls = tools.map((name, step) => ({ id: `${run.callId}_${step}`, name, arguments: { id } }));
  const outcomes = await run.calls.callAll(calls, { places: calls.map((_, step) => ({ step })) });
  return Object.fromEntries(outcomes.map((one) => [one.callId, one]));
}
