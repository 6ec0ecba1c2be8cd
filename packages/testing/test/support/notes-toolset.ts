import { Final, Hints, ModelRetry, RequiresApproval, RunContext, Tool, Toolset } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { reflect } from '../../../runtime/test/support/reflect.js';

export class Clock {
  now(): string {
    return new Date().toISOString();
  }
}

/** The storage of notes. A test cannot create it. */
export abstract class NoteStore {
  abstract save(text: string): Promise<number>;
  abstract find(query: string): Promise<readonly string[]>;
}

@Toolset({ prefix: 'note' })
export class NotesToolset {
  constructor(
    private readonly clock: Clock,
    private readonly store: NoteStore,
  ) {}

  @Tool()
  async add(text: string, priority: number, run: RunContext): Promise<object> {
    run.report({ saved: text.length });
    const id = await this.store.save(text);
    return { id, priority, at: this.clock.now(), user: run.userId, deps: run.deps };
  }

  @Tool()
  @Hints({ readOnly: true })
  async find(query: string): Promise<readonly string[]> {
    const found = await this.store.find(query);
    if (found.length === 0) throw new ModelRetry(`Nothing is called ${query}.`);
    return found;
  }

  @Tool()
  @RequiresApproval()
  async publish(id: number): Promise<string> {
    return `published ${id}`;
  }

  @Tool()
  @Final()
  async close(): Promise<string> {
    return 'closed';
  }
}

interface Tools {
  note_add: { arguments: { text: string; priority?: 1 | 2 | 3 }; result: object; toolset: NotesToolset };
  note_find: { arguments: { query: string }; result: string[]; toolset: NotesToolset };
  note_publish: { arguments: { id: number }; result: string; toolset: NotesToolset };
  note_close: { arguments: object; result: string; toolset: NotesToolset };
}

export const notes = reflect(
  NotesToolset,
  {
    add: {
      description: 'Adds a note.',
      parameters: {
        text: { type: 'string', minLength: 1 },
        'priority?': { type: 'integer', minimum: 1, maximum: 3 },
        run: {},
      },
    },
    find: {
      description: 'Finds notes.',
      hints: { readOnly: true },
      parameters: { query: { type: 'string' } },
      result: { type: 'array', items: { type: 'string' } },
    },
    publish: { description: 'Publishes a note.', parameters: { id: { type: 'integer' } } },
    close: { description: 'Closes the book.' },
  },
  { prefix: 'note_', dependencies: [Clock, NoteStore] },
) as ReflectedToolsets<Tools>;

/** The providers of an application. */
export const provide = [Clock];

export function fakeStore(): NoteStore & { readonly saved: string[] } {
  const saved: string[] = [];
  return {
    saved,
    save: async (text) => saved.push(text),
    find: async (query) => saved.filter((text) => text.includes(query)),
  };
}
