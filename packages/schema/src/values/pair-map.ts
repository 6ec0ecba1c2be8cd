/** A map with two keys. */
export class PairMap<One, Other, Value> {
  private readonly maps = new Map<One, Map<Other, Value>>();

  get(one: One, other: Other): Value | undefined {
    return this.maps.get(one)?.get(other);
  }

  /** Returns the value. */
  set(one: One, other: Other, value: Value): Value {
    const map = this.maps.get(one);
    if (map === undefined) this.maps.set(one, new Map([[other, value]]));
    else map.set(other, value);
    return value;
  }

  delete(one: One, other: Other): void {
    this.maps.get(one)?.delete(other);
  }
}
