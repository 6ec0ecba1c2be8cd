import { describe, expect, it } from '@jest/globals';
import { DOM, readFiles, readMembers, type Files } from '../support/read-fixture.js';

/* Decorators that do nothing as they are written, and messages that say what to write. */

function reports(source: string, more: Files = {}): readonly string[] {
  return readFiles({ 'src/main.ts': source, ...more }).diagnostics.map(
    (one) => `${one.severity} ${one.code} ${one.line}:${one.column} ${one.message}`,
  );
}

const BOTH = `import { Param, Tool, Toolset } from '@haft/core';\n`;
const OTHER = '@Toolset() export class Other { /** O. */ @Tool() other(): void {} }';

describe('a class with tools', () => {
  it('HAFT1016: has @Toolset(), or its tools are left out', () => {
    expect(reports(`${BOTH}${OTHER}\nexport class A { /** A. */ @Tool() run(): void {} }`)).toEqual([
      "warning HAFT1016 3:14 The class A has the tool 'run' but no @Toolset(), so Haft ignores its tools.",
    ]);
  });

  it('HAFT1010: is reported where the project has no toolset', () => {
    expect(reports(`${BOTH}export class A { /** A. */ @Tool() run(): void {} }`)).toEqual([
      'error HAFT1010 2:1 No class of the project has @Toolset() of haft or @haft/core.',
    ]);
  });

  it.each([
    ['abstract', 'export abstract class A { /** A. */ @Tool() run(): void {} }'],
    ['extended by a toolset', 'class A { /** A. */ @Tool() run(): void {} }\n@Toolset() export class B extends A {}'],
  ])('needs none when it is %s', (_title, source) => {
    expect(reports(`${BOTH}${OTHER}\n${source}`)).toEqual([]);
  });
});

describe('a decorator of Haft', () => {
  it('HAFT1004: is imported', () => {
    const source = `import { Toolset } from '@haft/core';\n@Toolset() export class A { /** A. */ @Tool() run(@Param('X.') x: string): void {} }`;
    expect(reports(source)).toEqual([
      "error HAFT1004 2:39 '@Tool' is not imported in this file.",
      "error HAFT1004 2:51 '@Param' is not imported in this file.",
    ]);
  });

  it('HAFT1017: is called', () => {
    expect(reports(`${BOTH}@Toolset export class A { /** A. */ @Tool run(): void {} }`)).toEqual([
      "error HAFT1017 2:1 '@Toolset' is not called.",
      "error HAFT1017 2:37 '@Tool' is not called.",
    ]);
  });

  it('HAFT1018: warns on a parameter without experimentalDecorators', () => {
    const tsconfig = JSON.stringify({ compilerOptions: { module: 'NodeNext', target: 'ES2022' }, include: ['src'] });
    const source = `${BOTH}@Toolset() export class A { /** A. */ @Tool() run(@Param('X.') x: string): void {} }`;
    expect(reports(source, { 'tsconfig.json': tsconfig })).toEqual([
      "warning HAFT1018 2:51 '@Param('X.')' decorates a parameter, which the compiler rejects without 'experimentalDecorators'.",
    ]);
  });

  it('HAFT1013: rejects @Tool on an abstract method of a toolset', () => {
    expect(reports(`${BOTH}@Toolset() export abstract class A { /** A. */ @Tool() abstract run(): void; }`)).toEqual([
      'warning HAFT1013 2:1 @Toolset() is on the abstract A: an instance of it lacks what its subclasses implement.',
      "error HAFT1013 2:48 @Tool() is on the abstract 'run', which has no body to run.",
    ]);
  });
});

describe('an import that is not found', () => {
  const store = { 'src/store.ts': 'export class Store {}\nexport interface Item { name: string }' };
  const source = `${BOTH}import { Store, type Item } from './store';
@Toolset() export class A {
  constructor(private readonly store: Store) {}
  /** A.\n * @param item I. */ @Tool() run(item: Item): void {}
}`;

  it('HAFT1041: is named with the types that it brings, and the fix with the extension', () => {
    const { diagnostics } = readFiles({ 'src/main.ts': source, ...store });
    expect(diagnostics.map((one) => `${one.code} ${one.message} ${one.fix}`)).toEqual([
      "HAFT1041 The type 'Store' of 'store' of A cannot be resolved: the import of './store' is not found. Import it from './store.js'.",
      "HAFT1041 The type 'Item' cannot be resolved: the import of './store' is not found. Import it from './store.js'.",
    ]);
  });
});

describe('a message', () => {
  it('HAFT1100: tells values of the environment from variables that change', () => {
    const source = `${BOTH}declare const process: never;
declare var env: { prefix: string };
let changing = 'x';
@Toolset({ prefix: env.prefix }) export class A { /** A. */ @Tool({ name: changing }) run(): void {} }`;
    expect(reports(source).map((one) => one.replace(/^.*?\d:\d+ /, ''))).toEqual([
      '@Toolset prefix: env.prefix is known only at run time.',
      '@Tool name: changing is a variable that can change, so declare it with const.',
    ]);
  });

  it('HAFT1103: names the type that a constraint has no effect on', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(@Param({ minLength: 2, description: "X." }) x: number): void {}',
    );
    expect(diagnostics.map((one) => one.message)).toEqual([
      "The constraint minLength has no effect on 'x', of the type 'number'.",
    ]);
  });

  it('HAFT1040, HAFT1042: says the way from the tool to the type', () => {
    const { diagnostics } = readMembers(
      `  /** A.\n   * @param job J.\n   * @param other O. */
  @Tool() jobStart(job: Job, other: any): void {}\n  /** B.\n   * @param job J. */\n  @Tool() jobStop(job: Job): void {}`,
      'interface Job { name: string; options: { agent: any; stop: symbol } }',
    );
    expect(diagnostics.map((one) => one.message)).toEqual([
      'The type is `any`: a model would have to guess (job_start > job > options.agent).',
      "The type 'symbol' is a symbol, which JSON cannot carry (job_start > job > options.stop).",
      'The type is `any`: a model would have to guess.',
    ]);
  });

  it('takes the format that a class has in JSON', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(x: Dates): void {}',
      'interface Dates { /** @format date-time */ a: Date; /** @format uri */ b: URL | null }',
      DOM,
    );
    expect(diagnostics).toEqual([]);
  });

  it('HAFT1102: says the same of a parameter', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(@Param({ format: "time", description: "X." }) x: Date, /** Y. */ y: string): void {}',
    );
    expect(diagnostics.map((one) => [one.code, one.message])).toEqual([
      [
        'HAFT1102',
        "No value of the type of 'x' meets its constraints. No text has the format 'date-time' and the format 'time'.",
      ],
    ]);
    expect(diagnostics[0]?.fix).toContain("write 'string' in place of 'Date'");
  });

  it.each([
    [
      'another format than that of a date',
      '/** @format duration */ on: Date',
      '',
      "No text has the format 'date-time' and the format 'duration'.",
      "A Date is sent as a text of the format 'date-time'. Remove the format 'duration', or write 'string' in place of 'Date'.",
    ],
    [
      'the format of a time for a date that may be null',
      '/** @format time */ on: Date | null',
      '',
      "No text has the format 'date-time' and the format 'time'.",
      "A Date is sent as a text of the format 'date-time'. Remove the format 'time', or write 'string' in place of 'Date'.",
    ],
    [
      'another format than that of a URL',
      '/** @format email */ on: URL',
      '',
      "No text has the format 'uri' and the format 'email'.",
      "A URL is sent as a text of the format 'uri'. Remove the format 'email', or write 'string' in place of 'URL'.",
    ],
    [
      'the format of a host name for a date',
      '/** @format hostname */ on: Date',
      '',
      "No text has the format 'date-time' and the format 'hostname'.",
      "A Date is sent as a text of the format 'date-time'. Remove the format 'hostname', or write 'string' in place of 'Date'.",
    ],
    [
      'items that the list cannot have',
      "@ArrayContains(['abc']) on: number[]",
      'ArrayContains',
      'The list must contain "abc", but an item is of the type number.',
      'Give values that the items can have, or correct the type of the items.',
    ],
    [
      'items that the choice does not have',
      "@ArrayContains(['a', 'c']) on: ('a' | 'b')[]",
      'ArrayContains',
      'The list must contain "c", but an item is "a" or "b".',
      'Give values that the items can have, or correct the type of the items.',
    ],
    [
      'another type',
      '@IsInt() on: string',
      'IsInt',
      'The type allows string, but the constraints ask for integer.',
      'Correct the constraint, or the type.',
    ],
    [
      'a length that no member of the choice has',
      "@MinLength(5) on: 'open' | 'done'",
      'MinLength',
      'The constraints exclude "open" and "done".',
      'Correct the constraint, or the type.',
    ],
    [
      'two bounds',
      '/** @minLength 5 */ @MaxLength(3) on: string',
      'MaxLength',
      'The bounds minLength 5 and maxLength 3 exclude each other.',
      'Correct the constraint, or the type.',
    ],
  ])('HAFT1102: says why no value can meet %s', (_title, member, imported, why, fix) => {
    const source = `${BOTH}import { ${imported} } from 'class-validator';
export class Dto { ${member}; }
@Toolset() export class A { /** A.\n * @param dto D. */ @Tool() run(dto: Dto): void {} }`;
    const found = readFiles({ 'src/main.ts': source, ...DOM }).diagnostics.filter((one) => one.code === 'HAFT1102');
    expect(found.map((one) => [one.message, one.fix])).toEqual([
      [`No value of the type of 'on' meets its constraints. ${why}`, fix],
    ]);
  });
});
