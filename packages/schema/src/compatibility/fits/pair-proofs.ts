import type { JsonSchema } from '../../json-schema.js';
import { PairMap } from '../../values/pair-map.js';

/** The deepest nested proof. Deeper schemas prove nothing, and the stack stays small. */
const DEEPEST = 150;

type Pair = readonly [JsonSchema, JsonSchema];

/**
 * The claims about pairs of schemas. A recursive type meets its own claim again inside a part of
 * the value. The claim then counts as proven: every value is finite, so a smallest value that
 * contradicts it cannot exist. A claim about the same value proves nothing about itself.
 */
export class PairProofs {
  /** The number of parts around the current value. */
  level = 0;
  private depth = 0;
  /** The answer, or the level at which the proof began. */
  private readonly known = new PairMap<JsonSchema, JsonSchema, boolean | number>();
  /** The proven claims in their order. Each may use the claims whose proofs have not ended. */
  private readonly proven: Pair[] = [];

  /** Returns the answer of an attempt to prove a claim, or the known answer. */
  prove(pair: Pair, attempt: () => boolean): boolean {
    const known = this.known.get(...pair);
    if (typeof known === 'boolean') return known;
    if (known !== undefined) return this.level > known;
    if (this.depth >= DEEPEST) return false;
    const before = this.proven.length;
    this.known.set(...pair, this.level);
    this.depth++;
    const isProven = attempt();
    this.depth--;
    this.known.set(...pair, isProven);
    if (isProven) this.proven.push(pair);
    else this.forgetSince(before);
    return isProven;
  }

  /** Forgets the proofs that may use a claim that turned out to be unproven. */
  private forgetSince(count: number): void {
    for (const pair of this.proven.splice(count)) this.known.delete(...pair);
  }
}
