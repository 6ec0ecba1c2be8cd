import { ModelRetry } from '@haft/core';

/** Collects the mistakes of a call, so that a model reads all of them at once. */
export class Mistakes {
  private readonly texts: string[] = [];

  /** Reads a part of the call. Returns undefined if it has a mistake. */
  read<Value>(part: () => Value): Value | undefined {
    try {
      return part();
    } catch (error) {
      this.keep(error);
      return undefined;
    }
  }

  /** Does the same for a part that takes time. */
  async wait<Value>(part: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await part();
    } catch (error) {
      this.keep(error);
      return undefined;
    }
  }

  /** @throws {ModelRetry} with all mistakes, if there are any */
  refuse(): void {
    if (this.texts.length > 0) throw new ModelRetry(this.texts.join('\n'));
  }

  private keep(error: unknown): void {
    if (!(error instanceof ModelRetry)) throw error;
    this.texts.push(error.message);
  }
}
