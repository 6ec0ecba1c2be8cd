/** A place in arguments: names and positions. */
export type Place = readonly (string | number)[];

/** A value without parts. */
export type Scalar = string | number | boolean | null;

/** A value that came, and whether its place was there before. */
interface Piece {
  readonly place: Place;
  readonly value: Scalar;
  /** How many keys of the place lead to containers and values that were there before. */
  readonly known: number;
}

/**
 * Writes values as JSON text in the order in which they come, each once. The end of the text is
 * left open, because the last value may continue.
 */
export class ArgumentsText {
  private text = '';
  private waiting: Piece[] = [];
  private last: Piece | undefined;
  private hasOrder = true;

  /** Notes a value. It is written when the text is needed. */
  add(piece: Piece): void {
    this.waiting.push(piece);
  }

  /** Returns the text so far, or undefined if a value changed after others came. */
  read(): string | undefined {
    const pieces = this.waiting;
    this.waiting = [];
    for (const piece of pieces) if (this.hasOrder) this.write(piece);
    return this.hasOrder ? this.text : undefined;
  }

  private write(piece: Piece): void {
    const { place, value, known } = piece;
    const { last } = this;
    this.last = piece;
    const open = last === undefined ? 0 : sameKeys(last.place, place);
    if (last !== undefined && open === place.length && open === last.place.length) {
      if (typeof last.value === 'string' && typeof value === 'string') this.text += inside(value);
      else this.hasOrder = false;
      return;
    }
    // The place is in a container that is closed, or the value is there already.
    if (known > open || open === place.length) {
      this.hasOrder = false;
      return;
    }
    this.text += last === undefined ? '' : `${closing(last, open)},`;
    this.text += opening(place, open, last === undefined);
    this.text += typeof value === 'string' ? `"${inside(value)}` : JSON.stringify(value);
  }
}

function sameKeys(one: Place, other: Place): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

/** Ends a value, and each container in the one that stays open. */
function closing({ place, value }: Piece, open: number): string {
  const ends = place.slice(open + 1).map((key) => (typeof key === 'number' ? ']' : '}'));
  return (typeof value === 'string' ? '"' : '') + ends.reverse().join('');
}

function opening(place: Place, open: number, isFirst: boolean): string {
  return place
    .slice(open)
    .map((key, index) => {
      const isBegun = index === 0 && !isFirst;
      if (typeof key === 'number') return isBegun ? '' : '[';
      return `${isBegun ? '' : '{'}${JSON.stringify(key)}:`;
    })
    .join('');
}

/** Returns the JSON text of a string, without its quotes. */
function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
