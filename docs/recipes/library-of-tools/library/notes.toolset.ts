import { Tool, Toolset } from '@haft/core';

/** Where notes are kept. The application provides a class that extends this one. */
export abstract class NoteStore {
  abstract texts(): Promise<string[]>;
  abstract add(text: string): Promise<void>;
}

@Toolset({ prefix: 'notes' })
export class NotesToolset {
  constructor(private readonly store: NoteStore) {}

  /** Writes a note. */
  @Tool()
  async write(text: string): Promise<string> {
    await this.store.add(text);
    return 'Written.';
  }

  /** Finds notes that contain a word. */
  @Tool()
  async find(word: string): Promise<string[]> {
    return (await this.store.texts()).filter((text) => text.includes(word));
  }
}
