import { localName, Names, RESERVED_LOCALS } from '../names.js';

/** One function that is being written: its local names, and its statement for an invalid value. */
export class Scope {
  private names = new Names(RESERVED_LOCALS);

  constructor(
    /** `return false;` or `return;`. V8 reads `return;` faster than `return undefined;`. */
    readonly refuse: string,
    parameters: readonly string[],
  ) {
    for (const name of parameters) this.names.take(name);
  }

  /**
   * Returns a copy with the same names taken, for statements in a separate block. Names that the
   * copy takes stay free here.
   */
  copy(): Scope {
    const copy = new Scope(this.refuse, []);
    copy.names = this.names.copy();
    return copy;
  }

  /** Returns a new local name similar to a property's. */
  local(property: string, fallback = 'value'): string {
    return this.names.take(localName(property, fallback));
  }
}

/** A list of statements. Consecutive refusals become one `if`. */
export class Code {
  private readonly statements: Statement[] = [];

  constructor(readonly scope: Scope) {}

  /** Rejects the value if the expression is true. Its operators may bind stronger than `||`. */
  refuseIf(expression: string): void {
    this.statements.push({ refusal: expression });
  }

  line(text: string): void {
    this.statements.push({ text });
  }

  /**
   * Writes `return name;`, or returns the expression itself if the last statement assigned it to
   * the name.
   */
  returns(name: string): void {
    const last = this.statements.at(-1);
    const head = `const ${name} = `;
    if (last !== undefined && 'text' in last && last.text.startsWith(head)) {
      this.statements.pop();
      this.line(`return ${last.text.slice(head.length)}`);
    } else this.line(`return ${name};`);
  }

  /** Writes `head { ... } tail`, with the statements that `write` adds. */
  block(head: string, write: (inner: Code) => void, tail = ''): void {
    const inner = new Code(this.scope);
    write(inner);
    this.nest(head, inner, tail);
  }

  nest(head: string, inner: Code, tail = ''): void {
    this.statements.push({ head, inner, tail });
  }

  /** Appends the statements of another list. */
  append(other: Code): void {
    this.statements.push(...other.statements);
  }

  get empty(): boolean {
    return this.statements.length === 0;
  }

  /** The refusals, if there is nothing else. */
  get refusals(): readonly string[] | undefined {
    const refusals: string[] = [];
    for (const one of this.statements) {
      if (!('refusal' in one)) return undefined;
      refusals.push(one.refusal);
    }
    return refusals;
  }

  toLines(): readonly string[] {
    const lines: string[] = [];
    let refusals: string[] = [];
    const flush = (): void => {
      if (refusals.length > 0) lines.push(`if (${refusals.join(' || ')}) ${this.scope.refuse}`);
      refusals = [];
    };
    for (const one of this.statements) {
      if ('refusal' in one) {
        if ([...refusals, one.refusal].join(' || ').length > 90) flush();
        refusals.push(one.refusal);
        continue;
      }
      flush();
      if ('text' in one) lines.push(one.text);
      else lines.push(...blockLines(one));
    }
    flush();
    return lines;
  }
}

type Statement =
  | { readonly refusal: string }
  | { readonly text: string }
  | { readonly head: string; readonly inner: Code; readonly tail: string };

function blockLines({
  head,
  inner,
  tail,
}: {
  readonly head: string;
  readonly inner: Code;
  readonly tail: string;
}): string[] {
  const lines = inner.toLines();
  const [only] = lines;
  if (
    lines.length === 1 &&
    only !== undefined &&
    tail === '' &&
    !only.includes('\n') &&
    head.length + only.length < 100
  ) {
    return [`${head} { ${only} }`];
  }
  return [`${head} {`, ...lines.map((line) => `  ${line}`), `}${tail}`];
}

/** Returns refusals as one expression that is true for an invalid value. */
export function joined(refusals: readonly string[]): string {
  return refusals.length === 0 ? 'false' : refusals.join(' || ');
}

/** Returns the expression in brackets if it would bind weaker than `&&`. */
export function grouped(expression: string): string {
  return /\|\||&&|\?/.test(expression) && !isGroup(expression) ? `(${expression})` : expression;
}

/** Returns the opposite of an expression. */
export function negated(expression: string): string {
  if (expression === 'false') return 'true';
  if (expression === 'true') return 'false';
  const comparison = /^(typeof [\w.]+|[\w.]+) ([!=])== ('[^'|&?]*'|-?[\w.]+)$/.exec(expression);
  if (comparison !== null) return `${comparison[1]} ${comparison[2] === '!' ? '=' : '!'}== ${comparison[3]}`;
  if (/^![\w.]+\([\w., ]*\)$/.test(expression)) return expression.slice(1);
  if (/^[\w.]+\([\w., ]*\)$/.test(expression)) return `!${expression}`;
  return isGroup(expression) ? `!${expression}` : `!(${expression})`;
}

function isGroup(expression: string): boolean {
  return /^\([^()]*\)$/.test(expression);
}
