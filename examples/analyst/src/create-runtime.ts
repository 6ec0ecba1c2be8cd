import { createRuntime, decision } from 'haft';
import { dataToolset } from '@haft/toolsets/data';
import { fileToolset } from '@haft/toolsets/file';
import { httpToolset } from '@haft/toolsets/http';
import { humanToolset } from '@haft/toolsets/human';
import { queryToolset } from '@haft/toolsets/query';

/** The world of the analyst. */
export interface World {
  /** The folder with the tables and the report. */
  readonly folder: string;
  /** The port of the server of the exchange rates, on this machine. */
  readonly port: number;
  /** Asks the user. Gets the question and its options. */
  readonly ask: (question: string, options: readonly string[]) => Promise<string>;
}

/** The arguments of `ask_user`, which Haft validated. */
interface Question {
  readonly question: string;
  readonly options?: readonly string[];
}

// #region runtime
/** The tools of the analyst: no class, five toolsets of Haft. */
export function createAnalyst({ folder, port, ask }: World) {
  return createRuntime({
    toolsets: [
      httpToolset({ allowAddresses: ['127.0.0.1'], ports: [port] }),
      fileToolset({ root: folder, protect: ['*.csv'] }).filter(['file_list', 'file_write']),
      queryToolset({ root: folder }),
      dataToolset(),
      humanToolset(),
    ],
    people: {
      onDeferred: async (requests) => {
        const answers = new Map<string, ReturnType<typeof decision.supply>>();
        for (const { id, arguments: asked } of requests) {
          const { question, options = [] } = asked as unknown as Question;
          const answer = await ask(question, options);
          answers.set(id, decision.supply({ answer }));
        }
        return Object.fromEntries(answers);
      },
    },
  });
}
// #endregion runtime
