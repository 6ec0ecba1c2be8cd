import { describe, expect, it } from '@jest/globals';
import type { ReadProject } from '../../src/read-project.js';
import { readFiles, type Files } from '../support/read-fixture.js';

const HEAD = `import { Inject, Timeout, Tool, Toolset, type RunContext } from '@haft/core';
type Constructor<T = object> = abstract new (...args: any[]) => T;
export interface Item { id: string; count: number }
export class Store { keep = true }
export class Base<T> {
  constructor(protected readonly store: Store) {}
  /** Saves an item. */
  @Tool() save(item: T): void {}
}
export function Audited<C extends Constructor>(base: C) {
  abstract class Mixed extends base {
    /** Lists the changes. */
    @Tool() @Timeout(5) changes(since: number): string[] { return []; }
  }
  return Mixed;
}
export function Logged<C extends Constructor>(base: C) {
  abstract class Mixed extends base {
    /** Reads the log. */
    @Tool() log(): string { return ''; }
  }
  return Mixed;
}
void [Inject];
`;

const read = (text: string, files: Files = {}): ReadProject => readFiles({ ...files, 'src/main.ts': `${HEAD}${text}` });

/** The tools of a project of one toolset, by name. */
function toolsOf({ model, diagnostics }: ReadProject): Readonly<Record<string, unknown>> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  return Object.fromEntries(
    model.toolsets.flatMap(({ tools }) => tools.map((one) => [one.method, one.arguments.schema.properties])),
  );
}

const ITEM = { id: { type: 'string' }, count: { type: 'number' } };
const SAVE = { save: ITEM };
const CHANGES = { changes: { since: { type: 'number' } } };

describe('the tools of a base that is an expression', () => {
  it.each([
    ['a mixin', 'Audited(Base<Item>)', { ...CHANGES, ...SAVE }],
    ['a mixin of a mixin', 'Logged(Audited(Base<Item>))', { log: undefined, ...CHANGES, ...SAVE }],
    ['a variable', 'Prepared', { ...CHANGES, ...SAVE }],
    ['a property', 'bases.item', { ...CHANGES, ...SAVE }],
    ['a function with a class parameter', 'crud(Item2)', { put: { item: { type: 'object' } } }],
    ['a class expression', 'class extends Audited(Object) {}', CHANGES],
    ['a type that is written as an intersection', 'Typed', { ...CHANGES, ...SAVE }],
  ])('%s', (_name, base, tools) => {
    const found = toolsOf(
      read(`const Prepared = Audited(Base<Item>);
const bases = { item: Prepared };
export class Item2 { name!: string }
function crud<T>(item: new () => T) {
  abstract class Crud { /** Puts. */ @Tool() put(item: { value: T }, more?: string): void {} }
  return Crud;
}
const Mixed = Audited(Object);
declare const Typed: new (store: Store) => InstanceType<typeof Mixed> & Base<Item>;
void [Prepared, bases, crud, Typed];
@Toolset() export class Tools extends ${base} {}`),
    );
    expect(Object.keys(found).sort()).toEqual(Object.keys(tools).sort());
    if ('save' in tools) expect(found['save']).toMatchObject(SAVE.save);
    if ('changes' in tools) expect(found['changes']).toMatchObject(CHANGES.changes);
  });

  it('have the decorators of their methods, and the constructor of the class', () => {
    const { model } = read(`@Toolset() export class Tools extends Audited(Base<Item>) {}`);
    expect(model.toolsets[0]?.dependencies).toMatchObject([{ kind: 'class', class: { exportName: 'Store' } }]);
    expect(model.toolsets[0]?.tools.find((one) => one.method === 'changes')?.settings).toMatchObject({ timeoutMs: 5 });
  });

  it('pass over a constructor of a mixin that takes any arguments', () => {
    const { model, diagnostics } = read(`function Kept<C extends new (...args: any[]) => object>(base: C) {
  return class extends base {
    kept = 1;
    constructor(...args: any[]) { super(...args); }
    /** Reads what is kept. */
    @Tool() read(): number { return this.kept; }
  };
}
@Toolset() export class Tools extends Kept(Base<Item>) {}`);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(model.toolsets[0]?.dependencies).toMatchObject([{ kind: 'class', class: { exportName: 'Store' } }]);
    expect(model.toolsets[0]?.tools.map(({ method }) => method).sort()).toEqual(['read', 'save']);
  });

  it('take the method of the mixin if it overrides one of the class', () => {
    const { model } = read(`function Checked<C extends Constructor<Base<Item>>>(base: C) {
  abstract class Mixed extends base {
    /** Saves a checked item. */
    override save(item: Item): void {}
  }
  return Mixed;
}
@Toolset() export class Tools extends Checked(Base<Item>) {}`);
    expect(model.toolsets[0]?.tools.map(({ description }) => description)).toEqual(['Saves a checked item.']);
  });

  it('include those of an interface of the same name, whose methods a mixin copies', () => {
    const found = toolsOf(
      read(`abstract class Copied { /** Copies. */ @Tool() copy(to: string): void {} }
@Toolset() export class Tools { /** A. */ @Tool() a(): void {} }
export interface Tools extends Copied {}`),
    );
    expect(Object.keys(found)).toEqual(['a', 'copy']);
  });
});

describe('HAFT1023: a base class that hides its tools', () => {
  const hidden = (text: string, files: Files = {}): readonly string[] =>
    read(text, files)
      .diagnostics.filter(({ code }) => code === 'HAFT1023')
      .map(({ severity, line = 0, message }) => `${severity} ${line - HEAD.split('\n').length + 1} ${message}`);

  it.each([
    [
      'a function with a written result type',
      `export function Silent<C extends Constructor>(base: C): C { abstract class Mixed extends base { @Tool() quiet(): void {} } return Mixed; }`,
      'Silent(Base<Item>)',
    ],
    [
      'an arrow function that returns a class under another type',
      `const Silent = (): Constructor<{ x: number }> => class { x = 1; @Tool() quiet(): void {} };`,
      'Silent()',
    ],
    ['a variable with another type', `const Silent: new () => object = class { @Tool() quiet(): void {} };`, 'Silent'],
    ['a cast', `class Loud { @Tool() quiet(): void {} }`, '(Loud as unknown as new () => object)'],
    [
      'a choice of classes',
      `abstract class One { one = 1 }\nclass Two { one = 1; @Tool() quiet(): void {} }`,
      '(process.env.TWO ? Two : One)',
    ],
  ])('is an error: %s', (_name, declarations, base) => {
    const [first, ...others] = hidden(
      `${declarations.replace(/\n/g, ' ')}\ndeclare const process: { env: Record<string, string> }; void process;\n@Toolset() export class Tools extends ${base} { /** A. */ @Tool() a(): void {} }`,
    );
    expect(others).toEqual([]);
    expect(first).toBe(
      `error 3 The base '${base}' has the tool 'quiet', but its type does not have the method, so Haft cannot read it.`,
    );
  });

  const PACKAGE: Files = {
    'node_modules/shelf/package.json': JSON.stringify({
      name: 'shelf',
      types: 'index.d.ts',
      peerDependencies: { '@haft/core': '*' },
    }),
    'node_modules/shelf/index.d.ts': `export declare class Shelf { private hidden(): void; static make(): Shelf; read(name: string): string }
export declare class Empty { name: string }
export declare function Shelved<C extends abstract new (...args: any[]) => object>(base: C): (abstract new (...args: any[]) => Shelf) & C;`,
  };

  it.each(['Shelf', 'Shelved(Base<Item>)'])('is a warning if the class %s is compiled', (base) => {
    expect(
      hidden(
        `import { Shelf, Shelved } from 'shelf';\nvoid [Shelf, Shelved];\n@Toolset() export class Tools extends ${base} {}`,
        PACKAGE,
      ),
    ).toEqual([`warning 3 The base class 'Shelf' is compiled, so Haft cannot see whether 'read' is a tool.`]);
  });

  it('is not reported if every method of a compiled class is a tool here, or if it has none', () => {
    const overridden = `@Toolset() export class Tools extends Shelf { /** Reads. */ @Tool() override read(name: string): string { return name; } }`;
    expect(hidden(`import { Shelf } from 'shelf';\n${overridden}`, PACKAGE)).toEqual([]);
    const empty = `@Toolset() export class Tools extends Empty { /** A. */ @Tool() a(): void {} }`;
    expect(hidden(`import { Empty } from 'shelf';\n${empty}`, PACKAGE)).toEqual([]);
  });
});

it('HAFT1013: a tool of a base class that is not public is an error', () => {
  const { diagnostics } = read(
    `abstract class Parent { @Tool() protected hidden(): void {} }\n@Toolset() export class Tools extends Parent { /** A. */ @Tool() a(): void {} }`,
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, line }) => `${code} ${line}`)).toEqual([`HAFT1013 ${HEAD.split('\n').length}`]);
});
