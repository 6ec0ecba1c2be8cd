/** The value of a document during its reading. Its objects have no prototype. */
export class ReadDocument {
  private root: unknown;
  private hasDuplicates = false;
  private readonly containers: (unknown[] | Record<string, unknown>)[] = [];
  /** Name of the next value in the innermost object. */
  name = '';

  /** Value so far. Undefined if a name repeats, because its meaning is ambiguous. */
  get value(): unknown {
    return this.hasDuplicates ? undefined : this.root;
  }

  open(isList: boolean): void {
    const container = isList ? [] : (Object.create(null) as Record<string, unknown>);
    this.put(container);
    this.containers.push(container);
  }

  close(): void {
    this.containers.pop();
  }

  put(value: unknown): void {
    const container = this.containers.at(-1);
    if (container === undefined) this.root = value;
    else if (Array.isArray(container)) container.push(value);
    else {
      this.hasDuplicates ||= Object.hasOwn(container, this.name);
      container[this.name] = value;
    }
  }
}
