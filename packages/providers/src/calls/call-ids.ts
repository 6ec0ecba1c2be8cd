import { makeCallId } from './call-id.js';

/** The ids of the calls of one turn. No two are the same. */
export class CallIds {
  private readonly taken = new Set<string>();

  /** Returns the id from a provider, or a new one if it is missing or taken. */
  take(given: unknown): string {
    const text = typeof given === 'number' ? String(given) : given;
    const id = typeof text !== 'string' || text === '' || this.taken.has(text) ? makeCallId() : text;
    this.taken.add(id);
    return id;
  }
}
