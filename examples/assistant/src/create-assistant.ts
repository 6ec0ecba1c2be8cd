import { join } from 'node:path';
import { KnowledgeBase, knowledgeToolset, ngramEmbeddings, SqliteTextStore } from '@haft/toolsets/knowledge';
import { memoryToolset } from '@haft/toolsets/memory';
import { scheduleToolset, SqliteScheduleStore } from '@haft/toolsets/schedule';
import { FolderSkillStore, skillPins, skillToolset } from '@haft/toolsets/skill';
import { createRuntime, defineTool, toolset, type Runtime } from 'haft';

/** Options of {@link createAssistant}. */
export interface AssistantOptions {
  /** The folder with its data. */
  readonly data: string;
  /** The time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Gets the messages that schedules send. */
  readonly send: (userId: string, text: string) => void;
}

/** An assistant in one process. */
export interface Assistant {
  readonly runtime: Runtime;
  readonly knowledge: KnowledgeBase;
  readonly schedules: SqliteScheduleStore;
}

/** Creates the assistant of a process. All processes share its data. */
export async function createAssistant({ data, now, send }: AssistantOptions): Promise<Assistant> {
  const store = new SqliteTextStore({ file: join(data, 'texts.db') });
  // Finds other spellings. For meanings, use `openAiEmbeddings` or `localEmbeddings`.
  const embeddings = ngramEmbeddings();
  const knowledge = new KnowledgeBase({ store, embeddings });
  const schedules = new SqliteScheduleStore({ file: join(data, 'schedules.db') });
  const skills = new FolderSkillStore({ root: join(import.meta.dirname, '../skills') });
  const remind = defineTool({
    name: 'remind',
    description: 'Sends the user a message.',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string', minLength: 1 } },
      required: ['text'],
      additionalProperties: false,
    } as const,
    execute: ({ text }: { text: string }, run) => {
      send(run.userId ?? '', text);
      return 'sent';
    },
  });
  const runtime = createRuntime({
    toolsets: [
      knowledgeToolset(knowledge),
      memoryToolset({ store, embeddings }),
      scheduleToolset({ store: schedules, timeZone: 'Europe/Berlin', now }),
      // In an application, the pins are a file that a person has reviewed.
      skillToolset({ store: skills, pins: await skillPins(skills) }),
      toolset('reminders', [remind]),
    ],
  });
  return { runtime, knowledge, schedules };
}
