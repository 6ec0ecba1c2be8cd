import { describe, expect, it } from '@jest/globals';
import type { ReadProject } from '../../src/read-project.js';
import type { ImportList } from '../../src/emit/import-list.js';
import { toolsInterface } from '../../src/emit/tools-interface.js';
import { DOM, readFiles, toolsetSource } from '../support/read-fixture.js';

/* A parameter is open to the model only if the source says so, or if nothing else is likely. */

/** Decorators as other frameworks have them, and types of an application. */
const FOREIGN = `const Headers = (name?: string) => (target: object, method: string | symbol | undefined, index: number): void => {};
const CurrentUser: () => ParameterDecorator = () => () => {};
const Bare: ParameterDecorator = () => {};
const nest = { Ip: CurrentUser };
const Session = createParamDecorator((run: RunContext<{ session: string }>) => run.deps.session);
const Quiet = (): ParameterDecorator => CurrentUser();
const Described = (text: string) => Param(text);`;

function read(members: string, declarations = ''): ReadProject {
  return readFiles({ 'src/main.ts': toolsetSource(members, `${FOREIGN}\n${declarations}`), ...DOM });
}

/** The reports of a code, and the parameters with the source of their values. */
function told({ diagnostics, model }: ReadProject, code: string): readonly string[] {
  expect(model.toolsets.length).toBeGreaterThan(0);
  return diagnostics.filter((one) => one.code === code).map((one) => `${one.severity} ${one.message}`);
}

describe('a decorator that Haft does not know, on a parameter of a tool', () => {
  const unknown = (decorator: string, parameter: string): string =>
    `error '@${decorator}' on parameter '${parameter}' of tool 'get': Haft does not know this decorator, so the parameter could be set by a model.`;

  it.each([
    ['of a framework', `@Headers('x-tenant') tenant: string`, [unknown('Headers', 'tenant')]],
    ['that is not called', '@Bare ip: string', [unknown('Bare', 'ip')]],
    ['of a namespace', '@nest.Ip() ip: string', [unknown('nest.Ip', 'ip')]],
    ['around another one', '@Quiet() user: string', [unknown('Quiet', 'user')]],
    ['that is not declared', '@Missing() user: string', [unknown('Missing', 'user')]],
    [
      'on one object parameter',
      '@CurrentUser() user: { id: string; admin: boolean }',
      [unknown('CurrentUser', 'user')],
    ],
    ['next to one of Haft', `@CurrentUser() @Param('The user.') user: string`, [unknown('CurrentUser', 'user')]],
    ['two at once', '@Headers() a: string, @nest.Ip() b: string', [unknown('Headers', 'a'), unknown('nest.Ip', 'b')]],
  ])('HAFT1051: %s', (_title, parameters, expected) => {
    expect(told(read(`  /** G. */ @Tool() get(${parameters}): void {}`), 'HAFT1051')).toEqual(expected);
  });

  it('HAFT1051: says that a decorator with a name of Haft is of another package, and nothing else', () => {
    const foreign = 'const Inject = (name: string) => (t: object, k: string, i: number): void => {};';
    const source = toolsetSource("  /** G. */ @Tool() get(@Inject('db') db: any): void {}", foreign);
    const { diagnostics } = readFiles({ 'src/main.ts': source.replace(/\bInject, /, '') });
    expect(diagnostics).toMatchObject([
      { code: 'HAFT1051', fix: "This '@Inject' is of another package. Import Inject from 'haft'." },
    ]);
  });

  it.each([
    ['it only describes the parameter', "@Described('The id.') id: string"],
    ['a decorator of Haft supplies the value', "@Inject('x') @Headers() x: string, @Session() session: string"],
    ['the value is the run', '@Headers() run: RunContext'],
  ])('is not an error if %s', (_title, parameters) => {
    expect(read(`  /** G. */ @Tool() get(${parameters}): void {}`).diagnostics).toEqual([]);
  });

  it('is not an error on a method that is not a tool', () => {
    const { diagnostics } = read('  /** G. */ @Tool() get(): void {}\n  other(@Headers() x: string): void {}');
    expect(diagnostics).toEqual([]);
  });
});

describe('a tool that a subclass overrides', () => {
  const base = `class Base {
  /** G. */ @Tool() get(@Session() session: string, @Inject('db') db: string, @Param({ minLength: 3, description: 'An id.' }) id: string): void {}
}`;
  const parameters = (members: string): unknown => {
    const { model, diagnostics } = readFiles({
      'src/main.ts': toolsetSource(members, `${FOREIGN}\n${base}`).replace('class Tools', 'class Tools extends Base'),
    });
    expect(diagnostics).toEqual([]);
    const [tool] = model.toolsets[0]?.tools ?? [];
    return { kinds: tool?.parameters.map(({ kind }) => kind), properties: tool?.arguments.schema.properties };
  };
  const inherited = {
    kinds: ['host', 'host', 'model'],
    properties: { id: { type: 'string', minLength: 3, description: 'An id.' } },
  };

  it('keeps the decorators of its parameters', () => {
    expect(parameters('  override get(session: string, db: string, id: string): void {}')).toEqual(inherited);
  });

  it('keeps those of the parameters that have no new ones', () => {
    expect(parameters(`  override get(session: string, db: string, @Param('Another.') id: string): void {}`)).toEqual({
      ...inherited,
      properties: { id: { type: 'string', description: 'Another.' } },
    });
  });

  it('HAFT1051: reports unknown decorators of the base method', () => {
    const source = toolsetSource(
      '  override get(user: string): void {}',
      `${FOREIGN}
class Base { /** G. */ @Tool() get(@CurrentUser() user: string): void {} }`,
    ).replace('class Tools', 'class Tools extends Base');
    expect(readFiles({ 'src/main.ts': source }).diagnostics.map(({ code }) => code)).toContain('HAFT1051');
  });
});

describe('a parameter whose type belongs to the application', () => {
  const tool = '  /** G.\n   * @param id I.\n   * @param user U. */ @Tool() get(id: string, user: User): void {}';

  it.each([
    ['has methods', 'class User { id = ""; can(right: string): boolean { return right === this.id; } }', 'has methods'],
    ['inherits methods', 'class Entity { save(): void {} }\nclass User extends Entity { id = ""; }', 'has methods'],
    [
      'is a provider of another container',
      'const Injectable = () => (target: object): void => {};\n@Injectable() class User { id = ""; }',
      'is a provider',
    ],
    ['is provided', 'class User { id = ""; }\nexport const options = { provide: [User] };', 'is a provider'],
    [
      'is the token of a provider',
      'class User { id = ""; }\nexport const one = { provide: User, useValue: null };',
      'is a provider',
    ],
    [
      'is injected into a constructor',
      'class User { id = ""; }\nconst Injectable = () => (target: object): void => {};\n@Injectable() class Mails { constructor(readonly user: User) {} }',
      'is injected into Mails',
    ],
    [
      'is injected into another tool',
      `interface User { id: string }\nconst Me = createParamDecorator((run: RunContext<{ me: string }>): User => ({ id: run.deps.me }));
@Toolset() export class Others { /** O. */ @Tool() other(@Me() user: User): void {} }`,
      'is injected into Others',
    ],
    [
      "is part of the run's dependencies",
      'interface User { id: string }\n@Toolset() export class Others { /** O. */ @Tool() other(run: RunContext<{ user?: User }>): void {} }',
      "is in 'run.deps'",
    ],
  ])('HAFT1052: warns if it %s', (_title, declarations, why) => {
    expect(told(read(tool, declarations), 'HAFT1052')).toEqual([
      `warning The model sets the parameter 'user' of tool 'get': its type User ${why}.`,
    ]);
  });

  it.each([
    [
      'its class has rules for values from outside',
      tool,
      "import { IsString } from 'class-validator';\nexport class User { @IsString() id = ''; can(): void {} }",
    ],
    ['its class has only data', tool, 'export class User { id = ""; }'],
    [
      '@Param says that the model sets it',
      "  /** G. */ @Tool() get(@Param('U.') user: User, @Param('I.') id: string): void {}",
      'export class User { id = ""; can(): void {} }',
    ],
    [
      'an option of the tool says so',
      "  /** G. */ @Tool({ parameters: { user: { description: 'U.' }, id: { description: 'I.' } } }) get(user: User, id: string): void {}",
      'export class User { id = ""; can(): void {} }',
    ],
    [
      'the application sets it',
      '  /** G. */ @Tool() get(@Inject() user: User): void {}',
      'export class User { id = ""; can(): void {} }',
    ],
    [
      'it is of the language',
      '  /** G.\n   * @param at A.\n   * @param url U. */ @Tool() get(at: Date, url: URL): void {}',
      'export const options = { provide: Date };',
    ],
  ])('does not warn if %s', (_title, members, declarations) => {
    expect(read(members, declarations).diagnostics).toEqual([]);
  });

  it('HAFT1052: shows functions the option that injects the value', () => {
    const { diagnostics } = readFiles({
      'src/main.ts': `import { defineTool } from 'haft';
export class User { id = ""; can(): void {} }
/** G.\n * @param id I.\n * @param user U. */
export function get(id: string, user: User): void {}
export const tool = defineTool(get);`,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['HAFT1052']);
    expect(diagnostics[0]?.fix).toContain('{ parameters: { user: { inject: token } } }');
  });
});

describe('a tool that reads the dependencies of a run', () => {
  const lineOf = (members: string, declarations = ''): string => {
    const { model } = read(members, declarations);
    const imports = { class: () => 'Tools', type: (name: string) => name } as unknown as ImportList;
    return toolsInterface(model, imports)[2] ?? '';
  };

  it.each([
    ['its parameter of the run says which', 'get(run: RunContext<{ user: string }>): void {}'],
    ['a decorator of a parameter reads them', 'get(@Session() session: string): void {}'],
  ])('says so in the types of the generated module if %s', (_title, method) => {
    expect(lineOf(`  /** G. */ @Tool() ${method}`)).toContain('; deps: true }');
  });

  it.each([
    ['it only takes the run', 'get(run: RunContext): void {}'],
    ['the run may have none', 'get(run: RunContext<{ user: string } | undefined>): void {}'],
    ['the container supplies the value', "get(@Inject('x') x: string): void {}"],
    ['a decorator reads something else', 'get(@Id() id: string): void {}'],
  ])('says nothing if %s', (_title, method) => {
    const id = 'const Id = createParamDecorator((run: RunContext) => run.runId);';
    expect(lineOf(`  /** G. */ @Tool() ${method}`, id)).not.toContain('deps');
  });
});
