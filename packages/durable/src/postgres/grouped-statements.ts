import { setImmediate as atEndOfTurn } from 'node:timers';

/** A way to make several writes in one statement. */
export interface GroupedStatement<Item, Result> {
  /**
   * Makes writes together. Returns undefined for those that it cannot answer. Changes nothing if it
   * fails.
   */
  readonly together: (items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
  /** Makes one write. */
  readonly alone: (item: Item) => Promise<Result>;
  /** Two writes with the same key are not in one statement. */
  readonly keyOf: (item: Item) => string;
}

/**
 * Sends writes that come together as one statement, in one round trip and one commit. While
 * statements are on their way, more writes come together. One that fails does not fail the others.
 */
export class GroupedStatements<Item, Result> {
  #waiting: GroupedItem<Item, Result>[] = [];
  #sending = 0;
  #isPlanned = false;

  constructor(private readonly statement: GroupedStatement<Item, Result>) {}

  /** Makes a write. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#sending >= MOST_STATEMENTS || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    atEndOfTurn(() => {
      this.#isPlanned = false;
      this.#sending++;
      void this.#send(this.#nextGroup()).finally(() => {
        this.#sending--;
        this.#plan();
      });
      this.#plan();
    });
  }

  #nextGroup(): readonly GroupedItem<Item, Result>[] {
    const keys = new Set<string>();
    const [group, others]: [GroupedItem<Item, Result>[], GroupedItem<Item, Result>[]] = [[], []];
    for (const one of this.#waiting) {
      const key = this.statement.keyOf(one.item);
      if (group.length >= MOST_WRITES || keys.has(key)) others.push(one);
      else {
        keys.add(key);
        group.push(one);
      }
    }
    this.#waiting = others;
    return group;
  }

  async #send(group: readonly GroupedItem<Item, Result>[]): Promise<void> {
    const answers = group.length === 1 ? [] : await this.#together(group);
    const answer = async (one: GroupedItem<Item, Result>, index: number): Promise<void> => {
      const known = answers?.[index];
      if (known === undefined) await this.#alone(one);
      else one.resolve(known);
    };
    if (answers !== undefined) await Promise.all(group.map(answer));
  }

  /** Returns the answers, or undefined after an error that all writes have got. */
  async #together(group: readonly GroupedItem<Item, Result>[]): Promise<readonly (Result | undefined)[] | undefined> {
    try {
      return await this.statement.together(group.map(({ item }) => item));
    } catch (error) {
      if (isAboutOneWrite(error)) return [];
      for (const { reject } of group) reject(error);
      return undefined;
    }
  }

  async #alone({ item, resolve, reject }: GroupedItem<Item, Result>): Promise<void> {
    try {
      resolve(await this.statement.alone(item));
    } catch (error) {
      reject(error);
    }
  }
}

interface GroupedItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns whether the server refused the values of a statement: a wrong value, a constraint, or too
 * large a row. After other errors, such as a lost connection, the statement may have been
 * committed.
 */
function isAboutOneWrite(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^(?:22|23|54)\w{3}$/u.test(code);
}

/** Writes in one statement. */
const MOST_WRITES = 100;
/** Statements of one kind on their way at the same time. */
const MOST_STATEMENTS = 2;
