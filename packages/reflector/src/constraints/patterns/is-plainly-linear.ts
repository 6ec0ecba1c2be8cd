import { overlap, type CodePoints } from './code-points.js';
import { parseExpression, type Part } from './parse-expression.js';

/**
 * The most characters of an expression, with repetitions counted out. The checker analyses longer
 * ones.
 */
const MOST_POSITIONS = 300;

/**
 * Returns whether an expression clearly takes time linear in the length of the text. It does not
 * use the checker, which takes a third of a second to load. An expression is linear if it is
 * anchored and never has a choice: after every character, only one place can take the next one, in
 * only one way. An expression without unbounded repetitions and with few paths is linear too.
 */
export function isPlainlyLinear(pattern: string): boolean {
  const parsed = parseExpression(pattern);
  if (parsed === undefined) return false;
  const automaton = new Automaton();
  const whole = automaton.read(parsed.part);
  if (whole === undefined) return false;
  const isClear = !automaton.isAmbiguous(whole.first);
  if (automaton.loops) return isClear && parsed.anchored;
  return isClear || waysThrough(parsed.part) <= (parsed.anchored ? 1000 : 20);
}

/**
 * Returns the number of paths through an expression without unbounded repetitions: the most
 * attempts from one place.
 */
function waysThrough(part: Part): number {
  switch (part.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return part.parts.reduce((ways, one) => ways * waysThrough(one), 1);
    case 'choice':
      return part.parts.reduce((ways, one) => ways + waysThrough(one), 0);
    case 'repeat': {
      const once = waysThrough(part.part);
      let ways = 0;
      for (let count = part.least; count <= part.most && ways < Infinity; count++) ways += once ** count;
      return ways;
    }
  }
}

/** The possible starts and ends of an expression, as positions of an automaton. */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const EMPTY: Fragment = { first: [], last: [], nullable: true };

/**
 * The Glushkov automaton: a position for each set of characters, and the positions that follow it.
 */
class Automaton {
  /** Whether something repeats without bound. */
  loops = false;
  private readonly sets: CodePoints[] = [];
  private readonly follow: number[][] = [];

  /** Returns undefined if the expression is too large, or repeats a part that may be empty. */
  read(part: Part): Fragment | undefined {
    switch (part.kind) {
      case 'set':
        return this.position(part.set);
      case 'sequence':
        return this.joined(part.parts.map((one) => () => this.read(one)));
      case 'choice':
        return this.choice(part.parts);
      case 'repeat':
        return this.repeat(part.part, part.least, part.most);
    }
  }

  /**
   * Returns whether a position has two followers that take the same character, or one follower in
   * two ways.
   */
  isAmbiguous(first: readonly number[]): boolean {
    return [first, ...this.follow].some((positions) =>
      positions.some((one, index) =>
        positions.some(
          (other, at) => at > index && overlap(this.sets[one] as CodePoints, this.sets[other] as CodePoints),
        ),
      ),
    );
  }

  private position(set: CodePoints): Fragment | undefined {
    if (this.sets.length >= MOST_POSITIONS) return undefined;
    const position = this.sets.push(set) - 1;
    this.follow.push([]);
    return { first: [position], last: [position], nullable: false };
  }

  private joined(makers: readonly (() => Fragment | undefined)[]): Fragment | undefined {
    let whole: Fragment = EMPTY;
    for (const make of makers) {
      const next = make();
      if (next === undefined) return undefined;
      this.connect(whole.last, next.first);
      whole = {
        first: whole.nullable ? [...whole.first, ...next.first] : whole.first,
        last: next.nullable ? [...whole.last, ...next.last] : next.last,
        nullable: whole.nullable && next.nullable,
      };
    }
    return whole;
  }

  private choice(parts: readonly Part[]): Fragment | undefined {
    const fragments = parts.map((one) => this.read(one));
    if (fragments.includes(undefined)) return undefined;
    const known = fragments as readonly Fragment[];
    // Two empty branches are two ways to the same place.
    if (known.filter((one) => one.nullable).length > 1) return undefined;
    return {
      first: known.flatMap((one) => one.first),
      last: known.flatMap((one) => one.last),
      nullable: known.some((one) => one.nullable),
    };
  }

  /** `a{2,}` is `aa+`, `a{1,3}` is `a(a(a)?)?`. */
  private repeat(part: Part, least: number, most: number): Fragment | undefined {
    const once = (): Fragment | undefined => {
      const fragment = this.read(part);
      return fragment?.nullable === true ? undefined : fragment;
    };
    const optional = (fragment: Fragment | undefined): Fragment | undefined =>
      fragment && { ...fragment, nullable: true };
    if (most === Infinity) {
      const copies = Array.from({ length: Math.max(least, 1) - 1 }, () => once);
      const whole = this.joined([...copies, () => this.looped(once())]);
      return least === 0 ? optional(whole) : whole;
    }
    if (most > MOST_POSITIONS) return undefined;
    const nested = (left: number): Fragment | undefined =>
      left === 0 ? EMPTY : optional(this.joined([once, () => nested(left - 1)]));
    return this.joined([...Array.from({ length: least }, () => once), () => nested(most - least)]);
  }

  private looped(fragment: Fragment | undefined): Fragment | undefined {
    if (fragment === undefined) return undefined;
    this.loops = true;
    this.connect(fragment.last, fragment.first);
    return fragment;
  }

  private connect(from: readonly number[], to: readonly number[]): void {
    for (const position of from) this.follow[position]?.push(...to);
  }
}
