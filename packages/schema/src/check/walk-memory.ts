/** What schemas that lead back to themselves said of lists and objects, while one value is checked. */
export class WalkMemory<B> {
  private readonly answers = new Map<object, Map<object, boolean>>();
  private readonly branches = new Map<object, Map<object, B>>();

  /** Whether a value fits; undefined when that is not known yet. */
  answer(node: object, value: object): boolean | undefined {
    return this.answers.get(node)?.get(value);
  }

  keepAnswer(node: object, value: object, answer: boolean): boolean {
    return keep(this.answers, node, value, answer);
  }

  /** The walk that looked for the problems of a value. */
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
