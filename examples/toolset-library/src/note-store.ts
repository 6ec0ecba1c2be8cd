/** One note. */
export interface Note {
  title: string;
  text: string;
  written: Date;
}

/** Where notes are kept. The application says where: it provides a class that extends this one. */
export abstract class NoteStore {
  abstract all(): Promise<readonly Note[]>;
  abstract add(note: Note): Promise<void>;
}
