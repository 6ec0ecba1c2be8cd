/** Chooses from a seed: the same for the same seed. */
export class RandomChoices {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0 || 1;
  }

  protected random(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    let x = this.state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  }

  protected pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  protected chance(probability: number): boolean {
    return this.random() < probability;
  }
}
