/** One problem that the hand-written checks found. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Collects problems. Allocates nothing while there are none. */
export class Problems {
  list: Problem[] | undefined;

  add(path: string, message: string): void {
    (this.list ??= []).push({ path, message });
  }

  refuseOthers(value: object, known: ReadonlySet<string>, prefix: string): void {
    for (const key in value) if (!known.has(key)) this.add(prefix + key, 'is not allowed');
  }
}
