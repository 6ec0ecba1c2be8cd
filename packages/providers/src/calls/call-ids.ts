import { optionalText } from '../replies/reply-reader.js';
import type { IdentifiedCall } from '../model-turn.js';
import { makeCallId } from './call-id.js';

/** The ids of the calls of one turn. No two are the same. */
export class CallIds {
  private readonly taken = new Set<string>();

  /** @param turn - the id of the reply, which each call gets. Default: not known. */
  constructor(private readonly turn?: string) {}

  /** Returns a call with the id from its provider, or with a new one. */
  call(given: unknown, call: Omit<IdentifiedCall, 'id' | 'turn'>): IdentifiedCall {
    const { turn } = this;
    return { id: this.take(given), ...(turn !== undefined && { turn }), ...call };
  }

  /** Returns the id from a provider, or a new one if it is missing or taken. */
  take(given: unknown): string {
    const text = typeof given === 'number' ? String(given) : optionalText(given)?.toWellFormed();
    const id = text === undefined || text === '' || this.taken.has(text) ? this.made() : text;
    this.taken.add(id);
    return id;
  }

  private made(): string {
    return makeCallId(this.turn === undefined ? undefined : [this.turn, this.taken.size]);
  }
}
