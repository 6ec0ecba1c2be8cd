import { NoteStore, type Note } from 'example-toolset-library';

/** Where this application keeps its notes. */
export class NotesInMemory extends NoteStore {
  private readonly notes: Note[] = [];

  override all(): Promise<readonly Note[]> {
    return Promise.resolve(this.notes);
  }

  override add(note: Note): Promise<void> {
    this.notes.push(note);
    return Promise.resolve();
  }
}
