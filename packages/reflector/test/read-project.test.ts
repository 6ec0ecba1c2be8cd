import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, readMembers, toolsetSource } from './support/read-fixture.js';

describe('readProject', () => {
  it('reads positional parameters, their defaults and comments [DEF-1, NEW-1, SCH-5]', () => {
    const tool = onlyTool(
      readMembers(`
  /**
   * Reads a text file.
   * @param path Path relative to the workspace root.
   * @param limit - Most lines to return.
   */
  @Tool()
  async read(path: string, @Param({ minimum: 1, maximum: 2000 }) limit = 200, run: RunContext): Promise<string> { return path; }`),
    );
    expect(tool).toMatchObject({
      name: 'read',
      description: 'Reads a text file.',
      single: false,
      parameters: [
        { kind: 'model', name: 'path', optional: false },
        { kind: 'model', name: 'limit', optional: true },
        { kind: 'run' },
      ],
    });
    expect(tool.arguments.schema).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Path relative to the workspace root.' },
        limit: { type: 'number', description: 'Most lines to return.', minimum: 1, maximum: 2000, default: 200 },
      },
      required: ['path'],
      additionalProperties: false,
    });
    expect(tool.result).toEqual({ schema: { type: 'string' }, wireType: 'string', mayBeMissing: false });
  });

  it('takes the one object parameter for the arguments object itself', () => {
    const tool = onlyTool(
      readMembers(
        '  /** Edits. */ @Tool() edit(dto: Edit): void {}',
        'export class Edit { path!: string; when?: Date }',
      ),
    );
    expect(tool.single).toBe(true);
    expect(tool.arguments.schema.properties).toEqual({
      path: { type: 'string' },
      when: { type: 'string', format: 'date-time' },
    });
    expect(tool.arguments.revivals.get(tool.arguments.schema)).toMatchObject({
      kind: 'dto',
      class: { exportName: 'Edit' },
    });
  });

  it.each([
    ['an optional object', 'edit(dto?: Edit)'],
    ['a Record', 'edit(dto: Record<string, string>)'],
    ['an array', 'edit(dto: Edit[])'],
    ['a union', 'edit(dto: Edit | { other: string })'],
  ])('does not take %s for the arguments object', (_, method) => {
    const tool = onlyTool(
      readMembers(`  /** Edits. */ @Tool() ${method}: void {}`, 'export interface Edit { path: string }'),
    );
    expect(tool.single).toBe(false);
    expect(Object.keys(tool.arguments.schema.properties ?? {})).toEqual(['dto']);
  });

  it('makes inherited methods tools of the subclass, with its type arguments [DEF-3]', () => {
    const { model } = readFiles({
      'src/base.ts': `import { Tool } from '@haft/core';
export abstract class Base<T> { /** Gets. */ @Tool() get(id: string): T { throw new Error(id); } }`,
      'src/main.ts': `import { Toolset } from '@haft/core'; import { Base } from './base.js';
@Toolset({ prefix: 'user' }) export class Users extends Base<{ name: string }> {}`,
    });
    expect(model.toolsets[0]?.tools).toMatchObject([
      { name: 'user_get', result: { schema: { properties: { name: { type: 'string' } } } } },
    ]);
  });

  it.each([
    ['renamed imports', `import { Tool as T, Toolset as S } from '@haft/core';`, 'S', 'T'],
    ['a namespace', `import * as haft from '@haft/core';`, 'haft.Toolset', 'haft.Tool'],
    ['a barrel of the project', `import { Tool, Toolset } from './words.js';`, 'Toolset', 'Tool'],
  ])('finds decorators through %s', (_, imported, toolset, tool) => {
    const { model } = readFiles({
      'src/words.ts': `export { Tool, Toolset } from '@haft/core';`,
      'src/main.ts': `${imported}\n@${toolset}() export class Tools { /** A. */ @${tool}() a(): void {} }`,
    });
    expect(model.toolsets[0]?.tools.map((one) => one.name)).toEqual(['a']);
  });

  it('takes no class for a toolset that has another decorator of the same name', () => {
    const { diagnostics } = readFiles({
      'src/main.ts': `const Toolset = () => (target: unknown) => {};\n@Toolset() export class Tools {}`,
    });
    expect(diagnostics.map((one) => one.code)).toEqual(['HAFT1010']);
  });

  it('leaves parameters of the host out of the schema', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() a(@Inject() service: Service, text: string, @Tenant() tenant: string, @Inject("key") key: string, @UserInput() code: number): void {}',
        `export class Service {}\nconst Tenant = createParamDecorator((run: RunContext) => run.userId);`,
      ),
    );
    expect(tool.arguments.schema.properties).toEqual({ text: { type: 'string' } });
    expect(tool.parameters).toMatchObject([
      { kind: 'host', name: 'service', class: { exportName: 'Service' } },
      { kind: 'model', name: 'text' },
      { kind: 'host', name: 'tenant' },
      { kind: 'host', name: 'key' },
      { kind: 'host', name: 'code', input: true },
    ]);
    expect(tool.input?.type.schema).toEqual({
      type: 'object',
      properties: { code: { type: 'number' } },
      required: ['code'],
      additionalProperties: false,
    });
  });

  it('records the dependencies of constructors, transitively', () => {
    const { model } = readFiles({
      'src/main.ts': `import { Inject, Tool, Toolset } from '@haft/core';
export class Disk { constructor(readonly root = '/') {} }
export class Workspace { @Inject() disk!: Disk; constructor(@Inject('log') log: unknown, disk?: Disk) {} }
class Parent { constructor(workspace: Workspace) {} }
@Toolset() export class Tools extends Parent { /** A. */ @Tool() a(): void {} }`,
    });
    const disk = { kind: 'class', class: { exportName: 'Disk' } };
    expect(model.toolsets[0]?.dependencies).toMatchObject([
      { kind: 'class', class: { exportName: 'Workspace' }, optional: false },
    ]);
    expect(model.services).toMatchObject([
      {
        class: { exportName: 'Workspace' },
        dependencies: [{ kind: 'inject' }, { ...disk, optional: true }],
        properties: { disk },
      },
      { class: { exportName: 'Disk' }, dependencies: [{ kind: 'none' }] },
    ]);
  });

  it('reads a project whose generated module does not exist yet', () => {
    const { diagnostics, files } = readFiles({
      'src/main.ts': toolsetSource(
        '  /** A. */ @Tool() a(text: string): void {}',
        `import { toolsets } from './toolsets.gen.js';\nexport const all = toolsets;`,
      ),
    });
    expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
    expect(files.some((file) => file.endsWith('toolsets.gen.ts'))).toBe(false);
    expect(files.some((file) => file.endsWith('tsconfig.json'))).toBe(true);
  });
});
