import { createRuntime, type Run, type Runtime, type ToolOutcome } from 'haft';
import { foreignToolsets } from './projects/foreign-toolsets.js';
import type { Participant } from './participant.js';
import { Ledger } from './toolsets/ledger.js';
import { toolsets } from './toolsets.gen.js';

/**
 * Returns Haft, with every default on. The tools of a foreign project are in the same runtime and
 * have been called, so that the compiler cannot specialise the engine for the three measured tools.
 */
export async function haftParticipants(): Promise<Participant[]> {
  const foreign = await foreignToolsets();
  const runtime = createRuntime({ toolsets: [toolsets, foreign.toolsets], provide: [Ledger, ...foreign.services] });
  await foreign.callEveryTool(runtime);
  const { signal } = new AbortController();
  return [
    withinOneRun('Haft: run.call', runtime.startRun()),
    withinOneRun('Haft: run.call, the run has a signal', runtime.startRun({ signal })),
    withinOneRun('Haft: run.call, DTOs with class-validator rules', runtime.startRun(), 'validated_'),
    ofOneCall('Haft: a run of one call', runtime),
    ofOneCall('Haft: a run of one call, with a signal', runtime, signal),
  ];
}

function withinOneRun<Tools>(name: string, run: Run<Tools>, prefix = ''): Participant {
  return {
    name,
    callFor: (shape) => {
      const tool = `${prefix}${shape}`;
      return (text) => run.call({ id: 'c1', name: tool, arguments: text });
    },
    textOf,
  };
}

function ofOneCall<Tools>(name: string, runtime: Runtime<Tools>, signal?: AbortSignal): Participant {
  return {
    name,
    callFor: (shape) => async (text) => {
      const run = runtime.startRun(signal === undefined ? {} : { signal });
      const outcome = await run.call({ id: 'c1', name: shape, arguments: text });
      await run.end();
      return outcome;
    },
    textOf,
  };
}

function textOf(outcome: unknown): string {
  return (outcome as ToolOutcome).text;
}
