/** The answers of recursive schemas about lists and objects, during the check of one value. */
export class WalkMemory<B> {
  private readonly answers = new Map<object, Map<object, boolean>>();
  private readonly branches = new Map<object, Map<object, B>>();

  /** Returns whether a value is valid, or undefined if this is not known yet. */
  answer(node: object, value: object): boolean | undefined {
    return this.answers.get(node)?.get(value);
  }

  keepAnswer(node: object, value: object, answer: boolean): boolean {
    return keep(this.answers, node, value, answer);
  }

  /** Returns the walk that collected the problems of a value. */
  branch(node: object, value: object): B | undefined {
    return this.branches.get(node)?.get(value);
  }

  keepBranch(node: object, value: object, branch: B): B {
    return keep(this.branches, node, value, branch);
  }
}

function keep<T>(all: Map<object, Map<object, T>>, node: object, value: object, one: T): T {
  let known = all.get(node);
  if (known === undefined) all.set(node, (known = new Map<object, T>()));
  known.set(value, one);
  return one;
}
