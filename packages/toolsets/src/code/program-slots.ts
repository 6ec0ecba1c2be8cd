import { AsyncLocalStorage } from 'node:async_hooks';
import { Slots } from '../slots.js';

/**
 * The slots of programs. A tool of a program may start a program itself, which would wait for the
 * slot that the first one holds. So each level has slots of its own.
 */
export class ProgramSlots {
  private readonly levels: readonly Slots[];
  private readonly depth = new AsyncLocalStorage<number>();

  /** @param free - the number of slots of each level */
  constructor(free: number) {
    this.levels = Array.from({ length: DEEPEST }, () => new Slots(free));
  }

  /** Returns the level of a program that starts here. */
  level(): ProgramLevel {
    // The calls of a program come from a thread that may have started elsewhere.
    const depth = this.depth.getStore() ?? 0;
    return { slots: this.levels[depth], within: (call) => this.depth.run(depth + 1, call) };
  }
}

/** The place of a program among programs that started each other. */
export interface ProgramLevel {
  /** Undefined if the program is too deep in other programs. */
  readonly slots: Slots | undefined;
  /** Makes a call of the program. A program that starts in it is one level deeper. */
  within<Result>(call: () => Result): Result;
}

const DEEPEST = 3;
