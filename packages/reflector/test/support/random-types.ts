import { RandomChoices } from './random-choices.js';

/** Makes types from a seed, with the declarations that they need. */
export class RandomTypes extends RandomChoices {
  protected declarations: string[] = [];
  protected isPlain = true;
  protected isExact = true;
  private index = 0;

  private name(): string {
    return `N${this.index++}`;
  }

  protected type(depth: number): string {
    if (depth <= 0 || this.chance(0.2)) return this.scalar();
    return this.pick(this.makers)(depth - 1);
  }

  private readonly makers: readonly ((depth: number) => string)[] = [
    (depth) => this.object(depth),
    (depth) => this.object(depth),
    (depth) => this.named(depth),
    (depth) => this.named(depth),
    (depth) => `Array<${this.type(depth)}>`,
    (depth) => `readonly (${this.type(depth)})[]`,
    (depth) => this.tuple(depth),
    (depth) => this.union(depth),
    (depth) => this.intersection(depth),
    (depth) => this.utility(depth),
    (depth) => this.generic(depth),
    (depth) => this.recursive(depth),
    () => this.enumeration(),
    () => this.template(),
    (depth) => this.mapped(depth),
    (depth) => this.conditional(depth),
    (depth) => this.library(depth),
    (depth) => this.inherited(depth),
    (depth) => this.classes(depth),
    (depth) => this.odd(depth),
  ];

  private scalar(): string {
    const type = this.pick(['string', 'number', 'boolean', 'null', `'a'`, `'b' | 'c'`, '1 | 2', 'true', 'string']);
    return type.includes('|') ? `(${type})` : type;
  }

  private property(): string {
    if (this.chance(0.01)) return 'toString';
    return this.pick(['a', 'b', 'c', 'kind', 'value', `'long name'`, `'x-y'`, 'length', '0', 'é', 'default']);
  }

  private members(depth: number, taken = ''): string {
    const names = new Set(Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => this.property()));
    return [...names]
      .filter((name) => name !== taken)
      .map((name) => {
        const comment = this.chance(0.15) ? this.comment() : '';
        return `${comment}${this.chance(0.2) ? 'readonly ' : ''}${name}${this.chance(0.3) ? '?' : ''}: ${this.type(depth)}`;
      })
      .join('; ');
  }

  private comment(): string {
    this.isExact = false;
    this.isPlain = false;
    return this.pick([
      '/** Text. */ ',
      '/** To @all of @acme/x. */ ',
      '/** @minLength 2 */ ',
      '/** @minimum x */ ',
      '/** @default 5 */ ',
      '/** @pattern ( */ ',
      '/** @examples [1 */ ',
      '/** @items.minimum 1 */ ',
      '/** {@link X} @format date */ ',
      '/** @type {import("x")} @deprecated */ ',
    ]);
  }

  private object(depth: number): string {
    if (this.chance(0.1)) return this.indexed(depth);
    return `{ ${this.members(depth)} }`;
  }

  private indexed(depth: number): string {
    this.isExact = false;
    const key = this.pick(['string', 'number', '`x${string}`', '`${number}-id`', 'symbol']);
    return `{ [key: ${key}]: ${this.type(depth)} }`;
  }

  private named(depth: number): string {
    const name = this.name();
    this.declarations.push(
      this.chance(0.5) ? `interface ${name} { ${this.members(depth)} }` : `type ${name} = ${this.type(depth)};`,
    );
    return name;
  }

  private tuple(depth: number): string {
    const one = this.type(depth);
    return this.pick([
      `[${one}, ${this.type(depth)}]`,
      `[${one}, (${this.type(depth)})?]`,
      `[${one}, ...(${this.type(depth)})[]]`,
      `[first: ${one}, second?: ${this.type(depth)}]`,
      `readonly [${one}]`,
      `[...(${one})[], string]`,
      `[...[${one}, 1], ...[]]`,
      '[]',
    ]);
  }

  private union(depth: number): string {
    this.isExact = false;
    if (this.chance(0.3))
      return `({ kind: 'a'; ${this.members(depth, 'kind')} } | { kind: 'b'; value: ${this.type(depth)} } | null)`;
    const type = `${this.type(depth)} | ${this.type(depth)}`;
    if (!this.chance(0.2)) return `(${type})`;
    // JSON says `undefined` by leaving a property out, which the compiler does not take.
    this.isPlain = false;
    return `(${type} | undefined)`;
  }

  private intersection(depth: number): string {
    this.isExact = false;
    // A text and an object for one property are a brand, which no literal has: both have plain
    // types.
    if (this.chance(0.3)) return `({ ${this.members(0)} } & { ${this.members(0)} })`;
    if (this.chance(0.3)) return `({ ${this.members(depth)} } & { more: ${this.type(depth)} })`;
    this.isPlain = false;
    const other = this.pick([
      `{ __brand: 'X' }`,
      '{}',
      'string',
      `{ tag?: string }`,
      'unknown',
      '{ length: 2 }',
      'object',
    ]);
    return `(${this.type(depth)} & ${other})`;
  }

  private utility(depth: number): string {
    const inner = this.chance(0.5)
      ? `{ ${this.members(depth)}; a: ${this.type(depth)} }`.replace(/(.*?)\ba\??: /, '$1a: ')
      : this.type(depth);
    const one =
      inner.includes('a: ') && inner.startsWith('{') ? `{ a: ${this.type(depth)}; b?: ${this.scalar()} }` : inner;
    this.isExact = false;
    return this.pick([
      `Partial<${one}>`,
      `Required<${one}>`,
      `Readonly<${one}>`,
      `Pick<{ a: ${this.type(depth)}; b: string }, 'a'>`,
      `Omit<{ a: ${this.type(depth)}; b: string }, 'b'>`,
      `Record<'a' | 'b', ${one}>`,
      `Record<string, ${one}>`,
      `NonNullable<${one} | null>`,
      `Exclude<'a' | 'b' | 1, 'a'>`,
      `Extract<${one}, string | object>`,
      `Awaited<Promise<${one}>>`,
      `keyof { a: 1; b: 2 }`,
      `{ a: ${this.scalar()} }['a']`,
      `Parameters<(x: ${one}) => void>`,
      `ReturnType<() => ${one}>`,
    ]);
  }

  private generic(depth: number): string {
    const name = this.name();
    this.declarations.push(
      this.pick([
        `interface ${name}<T> { item: T; items: T[] }`,
        `type ${name}<T> = { value: T } | null;`,
        `type ${name}<T, K extends string = 'k'> = { [P in K]: T };`,
        `interface ${name}<T = string> { next?: ${name}<T>; value: T }`,
        `interface ${name}<T> { deeper?: ${name}<T[]>; value: T }`,
      ]),
    );
    this.isExact = false;
    return `${name}<${this.type(depth)}>`;
  }

  private recursive(depth: number): string {
    const [name, other] = [this.name(), this.name()];
    this.isExact = false;
    this.declarations.push(
      ...this.pick([
        [`interface ${name} { children: ${name}[]; label: ${this.type(depth)} }`],
        [`type ${name} = ${this.scalar()} | ${name}[] | { [key: string]: ${name} };`],
        [
          `interface ${name} { other?: ${other} }`,
          `interface ${other} { back?: ${name} | null; x: ${this.type(depth)} }`,
        ],
        [`type ${name} = [string, ...${name}[]];`],
        [`interface ${name} { self: ${name} }`],
        [`type ${name} = { left: ${name}; right: ${name} } | ${this.scalar()};`],
        [`type ${name} = { a: ${name} } | { b?: ${name}[]; c: ${this.scalar()} } | ${name}[] | null;`],
      ]),
    );
    return name;
  }

  private enumeration(): string {
    const name = this.name();
    this.isPlain = false;
    this.declarations.push(
      this.pick([
        `enum ${name} { A, B = 5, C }`,
        `enum ${name} { A = 'a', B = 'b' }`,
        `const enum ${name} { A = 1 << 2, B = A | 1 }`,
        `enum ${name} { A = 'abc'.length, B = 1 }`,
        `enum ${name} {}`,
        `enum ${name} { 'x y' = 1, z = -1 }`,
      ]),
    );
    return this.chance(0.2) ? `keyof typeof ${name}` : name;
  }

  private template(): string {
    this.isExact = false;
    return this.pick([
      '`v${number}.${number}`',
      '`${"a" | "b"}-${string}`',
      'Uppercase<string>',
      'Capitalize<"abc" | "def">',
      '`${boolean}`',
      '`${Uppercase<string>}x`',
      '`${bigint}n`',
      '`a${`b${string}`}`',
      '`[${string}](*)?+`',
    ]);
  }

  private mapped(depth: number): string {
    this.isExact = false;
    return this.pick([
      `{ [K in 'a' | 'b']: ${this.type(depth)} }`,
      `{ [K in 'a' | 'b']?: K }`,
      `{ [K in keyof { x: string; y?: number } as \`get_\${K}\`]: ${this.type(depth)} }`,
      `{ -readonly [K in keyof { readonly x?: ${this.scalar()} }]-?: ${this.type(depth)} }`,
      `{ [K in keyof ${this.type(depth)}]: string }`,
      `{ [K in string]: ${this.type(depth)} }`,
    ]);
  }

  private conditional(depth: number): string {
    this.isExact = false;
    return this.pick([
      `(${this.type(depth)} extends string ? 'yes' : { no: ${this.type(depth)} })`,
      `(${this.type(depth)} extends Array<infer U> ? Exclude<U, undefined> : ${this.type(depth)})`,
      `(${this.type(depth)} extends infer V ? { v: V } : never)`,
    ]);
  }

  private library(depth: number): string {
    this.isPlain = false;
    const one = this.type(depth);
    return this.pick([
      ...[
        'Date',
        'URL',
        'bigint',
        'Uint8Array',
        'RegExp',
        'Error',
        'symbol',
        'never',
        'any',
        'unknown',
        'object',
        '{}',
      ],
      ...[`Map<string, ${one}>`, `Map<${one}, ${one}>`, `Set<${one}>`, `ReadonlySet<${one}>`, `Promise<${one}>`],
      ...[`Date & { __brand: 'D' }`, `Omit<Date, 'x'>`, `Partial<Date>`, `Pick<Map<string, ${one}>, 'size'>`],
      ...[
        `WeakMap<object, ${one}>`,
        `Iterable<${one}>`,
        `() => ${one}`,
        `new () => ${one}`,
        `Readonly<Map<1, ${one}>>`,
      ],
      ...[`(${one})[] & { __brand: 1 }`, `Missing`, `Intl.Locale`, `String`, `Function`, `ArrayLike<${one}>`, 'void'],
      ...[
        'undefined',
        'Symbol',
        'TemplateStringsArray',
        'RegExpMatchArray',
        'typeof globalThis',
        'typeof Math',
        'this',
      ],
    ]);
  }

  private inherited(depth: number): string {
    const name = this.name();
    this.isPlain = false;
    this.declarations.push(
      this.pick([
        `interface ${name} extends Array<${this.type(depth)}> {}`,
        `interface ${name} extends Date { note?: ${this.scalar()} }`,
        `interface ${name} extends Map<string, ${this.type(depth)}> { more: string }`,
        `interface ${name} extends ${this.pick(['String', 'Number', 'Boolean', 'Function', 'Error', 'Promise<1>', 'RegExp'])} {}`,
        `interface ${name} extends Pick<{ a: ${this.type(depth)}; b: 1 }, 'a'> { c: string }`,
        `interface ${name} extends ${name} { x: 1 }`,
        `interface ${name} extends Set<${name}> {}`,
      ]),
    );
    return name;
  }

  private classes(depth: number): string {
    const name = this.name();
    this.isPlain = false;
    this.declarations.push(
      this.pick([
        `export class ${name} { a!: ${this.type(depth)}; #b = 1; private c = 2; static d = 3; get e() { return 1; } }`,
        `export class ${name} { constructor(public a: ${this.type(depth)}) {} }`,
        `export class ${name}<T = ${this.scalar()}> { value!: T; self?: ${name}<T> }`,
        `export abstract class ${name} { a = 1; b = 'x'; abstract c: ${this.type(depth)} }`,
        `export class ${name} extends Array<${this.type(depth)}> {}`,
        `export class ${name} extends Map<string, number> { x = 1 }`,
        `class ${name} { a = [1, 2]; b = { c: [] as string[] }; toJSON() { return this.a; } }`,
        `export class ${name} { [key: string]: ${this.type(depth)} }`,
        `export class ${name} extends (class { a!: string }) { b = new Date() }`,
      ]),
    );
    return this.chance(0.3)
      ? this.pick([`Partial<${name}>`, `${name}[]`, `${name} & { more: 1 }`, `typeof ${name}`])
      : name;
  }

  private odd(depth: number): string {
    this.isPlain = false;
    const name = this.name();
    this.declarations.push(
      this.pick([
        `interface ${name} { (): void; a: 1 }`,
        `interface ${name} { new (): ${name} }`,
        `interface ${name} { [Symbol.iterator]: 1; __proto__: string; constructor: ${this.scalar()} }`,
        `interface ${name} { get a(): string; set a(v: string); b(): void }`,
        `type ${name} = ${name}[];`,
        `type ${name} = ${name} | ${name};`,
        `declare namespace ${name} { interface A { x: ${this.type(depth)} } }`,
        `const ${name} = { a: 1, b: ['x', { c: null }] } as const;`,
        `declare function ${name}(x: ${this.type(depth)}): ${this.scalar()}; declare function ${name}(y: 1): 2;`,
        `type ${name}<T> = T extends object ? { [K in keyof T]: ${name}<T[K]> } : T;`,
      ]),
    );
    return this.pick([name, `typeof ${name}`, `${name}.A`, `${name}<${this.type(depth)}>`]);
  }
}
