import { Cached, Tool, Toolset } from 'haft';

/** The database of one tenant. */
export class Database {
  constructor(readonly tenant: string) {}
}

@Toolset({ prefix: 'note' })
export class NoteToolset {
  constructor(private readonly database: Database) {}

  /** Counts the notes. */
  @Cached({ ttlMs: 60_000, scope: 'user' })
  @Tool()
  async count(): Promise<string> {
    return `7 notes of ${this.database.tenant}`;
  }
}
