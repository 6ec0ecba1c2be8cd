import { setImmediate as atEndOfTurn } from 'node:timers';
import type { SqliteFile } from '@haft/runtime/sqlite';

/**
 * Makes the writes of one turn of the event loop in one transaction, since each commit waits for
 * the disk. A write gets its answer after the commit. One that fails does not undo the others.
 */
export class GroupedWrites {
  #waiting: GroupedWrite[] = [];
  private readonly database: Pick<SqliteFile['database'], 'exec'>;

  constructor(private readonly file: GroupedFile) {
    this.database = file.database;
  }

  /**
   * Makes a write at the end of this turn.
   *
   * @param work - one statement that changes rows, or several if `isAtomic`
   */
  add<T>(work: () => T, { isAtomic = false }: { readonly isAtomic?: boolean } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): (() => void) => {
        const result = work();
        return () => {
          resolve(result);
        };
      };
      if (this.#waiting.push({ attempt, reject, isAtomic }) === 1) this.#commitLater();
    });
  }

  /** Makes the writes that wait, without waiting for the end of this turn. */
  flush(): void {
    while (this.#waiting.length > 0) void this.#commit(this.#waiting.splice(0, MOST));
  }

  #commitLater(): void {
    atEndOfTurn(() => {
      void this.#commit(this.#waiting.splice(0, MOST));
      if (this.#waiting.length > 0) this.#commitLater();
    });
  }

  /** Makes writes. If another connection has the lock, they wait for it together. */
  async #commit(group: readonly GroupedWrite[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    if (group.length === 1) {
      await this.#commitAlone(first);
      return;
    }
    try {
      const answers = await this.file.write(() => {
        this.database.exec('BEGIN IMMEDIATE');
        return this.#committed(group);
      });
      // One write may have failed the commit of all, such as with a constraint of another program.
      if (answers === undefined) for (const write of group) await this.#commitAlone(write);
      else for (const answer of answers) answer();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** Returns the answers after the commit, or undefined if no write counts. */
  #committed(group: readonly GroupedWrite[]): readonly (() => void)[] | undefined {
    try {
      const answers = group.map((write) => this.#attempt(write));
      this.database.exec('COMMIT');
      return answers;
    } catch {
      this.#rollBack();
      return undefined;
    }
  }

  #attempt({ attempt, reject }: GroupedWrite): () => void {
    this.database.exec('SAVEPOINT haft_write');
    try {
      const answer = attempt();
      this.database.exec('RELEASE haft_write');
      return answer;
    } catch (error) {
      // Throws if SQLite has ended the whole transaction, such as on a full disk.
      this.database.exec('ROLLBACK TO haft_write; RELEASE haft_write');
      return () => {
        reject(this.file.failure(error));
      };
    }
  }

  async #commitAlone({ attempt, reject, isAtomic }: GroupedWrite): Promise<void> {
    try {
      const answer = await (isAtomic ? this.file.transaction(attempt) : this.file.write(attempt));
      answer();
    } catch (error) {
      reject(error);
    }
  }

  #rollBack(): void {
    try {
      this.database.exec('ROLLBACK');
    } catch {
      // SQLite has ended the transaction itself.
    }
  }
}

/** The used part of a file. */
export type GroupedFile = Pick<SqliteFile, 'write' | 'transaction' | 'failure'> & {
  readonly database: Pick<SqliteFile['database'], 'exec'>;
};

interface GroupedWrite {
  /** Makes the write. Returns the function that answers it. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
  readonly isAtomic: boolean;
}

/** Writes in one transaction, so that the event loop stays free. */
const MOST = 100;
