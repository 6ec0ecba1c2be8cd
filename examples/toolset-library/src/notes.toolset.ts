import { ModelRetry, Param, Tool, Toolset } from '@haft/core';
import type { Note, NoteStore } from './note-store.js';

/** Notes that outlast a conversation. */
// #region toolset
@Toolset({ prefix: 'notes' })
export class NotesToolset {
  constructor(private readonly store: NoteStore) {}

  /**
   * Writes a note.
   * @param title The title, which is unique among all notes.
   * @param text The note itself.
   * @param written When it was written. Default: now.
   */
  @Tool()
  async write(
    @Param({ minLength: 1, maxLength: 80 }) title: string,
    text: string,
    written: Date = new Date(),
  ): Promise<string> {
    const known = await this.store.all();
    if (known.some((note) => note.title === title)) {
      throw new ModelRetry(`There is a note '${title}' already. Choose another title.`);
    }
    await this.store.add({ title, text, written });
    return `Written: ${title}`;
  }

  /**
   * Finds notes, the newest first.
   * @param words The words that the title or text must contain, all of them.
   */
  @Tool()
  async find(words: string[]): Promise<Note[]> {
    const notes = await this.store.all();
    const found = notes.filter(({ title, text }) => words.every((word) => `${title} ${text}`.includes(word)));
    return found.sort((one, other) => other.written.getTime() - one.written.getTime());
  }
}
// #endregion toolset
