import { createRuntime } from 'haft';
import { foreignToolsets } from './projects/foreign-toolsets.js';
import type { Participant } from './participant.js';
import { Ledger } from './toolsets/ledger.js';
import { toolsets } from './toolsets.gen.js';

/**
 * Haft, with every default on. The tools of a foreign project are in the same runtime and have been called, so that
 * the compiler cannot specialise the engine for the three tools that are measured.
 */
export async function haftParticipants(): Promise<Participant[]> {
  const foreign = await foreignToolsets();
  const runtime = createRuntime({ toolsets: [toolsets, foreign.toolsets], provide: [Ledger, ...foreign.services] });
  await foreign.callEveryTool(runtime);
  const run = runtime.startRun();
  const stoppable = runtime.startRun({ signal: new AbortController().signal });
  const call = { id: 'c1' };
  return [
    {
      name: 'Haft: run.call',
      callFor: (name) => async (text) => (await run.call({ ...call, name, arguments: text })).text,
    },
    {
      name: 'Haft: run.call, the run has a signal',
      callFor: (name) => async (text) => (await stoppable.call({ ...call, name, arguments: text })).text,
    },
    {
      name: 'Haft: a run of one call',
      callFor: (name) => async (text) => {
        const single = runtime.startRun();
        const { text: answer } = await single.call({ ...call, name, arguments: text });
        await single.end();
        return answer;
      },
    },
    {
      name: 'Haft: a run of one call, with a signal',
      callFor: (name) => {
        const { signal } = new AbortController();
        return async (text) => {
          const single = runtime.startRun({ signal });
          const { text: answer } = await single.call({ ...call, name, arguments: text });
          await single.end();
          return answer;
        };
      },
    },
  ];
}
