import { localName, Names, RESERVED_LOCALS } from '../names.js';

/** One function that is being written: its local names, and what it does with a value that is refused. */
export class Scope {
  private names = new Names(RESERVED_LOCALS);

  constructor(
    /** `return false;` or `return;`, which is shorter to read for V8 than `return undefined;`. */
    readonly refuse: string,
    parameters: readonly string[],
  ) {
    for (const name of parameters) this.names.take(name);
  }

  /** The same names taken; what is taken in the copy stays free here. For statements in a block of their own. */
  copy(): Scope {
    const copy = new Scope(this.refuse, []);
    copy.names = this.names.copy();
    return copy;
  }

  /** A new local name, like a property's. */
  local(property: string, fallback = 'value'): string {
    return this.names.take(localName(property, fallback));
  }
}

/** A list of statements. Refusals that follow each other become one `if`. */
export class Code {
  private readonly statements: Statement[] = [];

  constructor(readonly scope: Scope) {}

  /** The value is refused when the expression is true. It may hold operators that bind stronger than `||`. */
  refuseIf(expression: string): void {
    this.statements.push({ refusal: expression });
  }

  line(text: string): void {
    this.statements.push({ text });
  }

  /** `return name;`, or the expression itself where the name was just given to it. */
  returns(name: string): void {
    const last = this.statements.at(-1);
    const head = `const ${name} = `;
    if (last !== undefined && 'text' in last && last.text.startsWith(head)) {
      this.statements.pop();
      this.line(`return ${last.text.slice(head.length)}`);
    } else this.line(`return ${name};`);
  }

  /** `head { ... } tail`. The statements are added by `write`. */
  block(head: string, write: (inner: Code) => void, tail = ''): void {
    const inner = new Code(this.scope);
    write(inner);
    this.nest(head, inner, tail);
  }

  nest(head: string, inner: Code, tail = ''): void {
    this.statements.push({ head, inner, tail });
  }

  /** Puts the statements of another list behind these. */
  append(other: Code): void {
    this.statements.push(...other.statements);
  }

  get empty(): boolean {
    return this.statements.length === 0;
  }

  /** The refusals, when there is nothing else. */
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

/** Refusals as one expression that is true for a refused value. */
export function joined(refusals: readonly string[]): string {
  return refusals.length === 0 ? 'false' : refusals.join(' || ');
}

/** The expression in brackets where it would bind weaker than `&&`. */
export function grouped(expression: string): string {
  return /\|\||&&|\?/.test(expression) && !isGroup(expression) ? `(${expression})` : expression;
}

/** The opposite of an expression. */
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
