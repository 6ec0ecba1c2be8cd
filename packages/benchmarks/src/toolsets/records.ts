/** A row of a made-up table. */
export interface Item {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly total: number;
  readonly isOpen: boolean;
}

/** The table that programs and plans read, and how often. All participants share it. */
export class Records {
  /** How often the table was read. */
  reads = 0;

  /** Returns the item with this id. */
  find(id: number): Item {
    this.reads++;
    return itemOf(id);
  }

  /** Returns the first items. */
  list(count: number): Item[] {
    this.reads++;
    return Array.from({ length: count }, (_, index) => itemOf(index + 1));
  }
}

/** The total of one item. */
export function totalOf(id: number): number {
  return (id * 37) % 1000;
}

function itemOf(id: number): Item {
  return { id, name: `Item number ${id}`, city: CITIES[id % 3] ?? '', total: totalOf(id), isOpen: id % 2 === 0 };
}

const CITIES = ['Berlin', 'Lisbon', 'Prague'];

export const records = new Records();
