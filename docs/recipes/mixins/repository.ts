import { Tool } from 'haft';

type Constructor<T = object> = abstract new (...args: any[]) => T;

/** A base class. Its tools become tools of each toolset that extends it. */
export abstract class Repository<T extends { id: number }> {
  readonly rows = new Map<number, T>();

  /** Returns one row. */
  @Tool()
  get(id: number): T | undefined {
    return this.rows.get(id);
  }
}

/** A mixin. It adds a tool to any class. Write no result type: TypeScript infers it. */
export function audited<C extends Constructor>(base: C) {
  abstract class Audited extends base {
    readonly log: string[] = [];

    /** Lists the last changes. */
    @Tool()
    changes(): string[] {
      return this.log.slice(-20);
    }
  }
  return Audited;
}
