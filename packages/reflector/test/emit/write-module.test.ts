import { readFileSync, writeFileSync } from 'node:fs';
import { writeModule } from '../../src/emit/write-module.js';
import type { ToolModel } from '../../src/model.js';
import { classOf, projectOf, toolOf, typeOf } from '../support/models.js';
import { workspaceModel } from '../support/workspace-model.js';

const OUT = '/project/src/toolsets.gen.ts';
const GOLDEN = new URL('../fixtures/modules/workspace.golden.ts', import.meta.url);

describe('the generated module', () => {
  it('is the golden module, byte for byte', () => {
    const text = writeModule(workspaceModel(), { out: OUT });
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(GOLDEN, text);
    expect(text).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  it('is the same text for the same model wherever the project lies', () => {
    const elsewhere = writeModule(workspaceModel('/some/other folder'), {
      out: '/some/other folder/src/toolsets.gen.ts',
    });
    expect(elsewhere).toBe(writeModule(workspaceModel(), { out: OUT }));
  });

  it('names no absolute path', () => {
    expect(writeModule(workspaceModel(), { out: OUT })).not.toContain('/project');
  });

  it.each([
    ['.js', OUT, './toolsets.checks.gen.js', './toolsets.issues.gen.js'],
    ['', OUT, './toolsets.checks.gen', './toolsets.issues.gen'],
    ['.ts', '/project/src/tools.mts', './tools.checks.mts', './tools.issues.mts'],
  ] as const)(
    'imports its checks, and the collectors on demand, in the style "%s"',
    (importStyle, out, checks, issues) => {
      const text = writeModule({ ...projectOf(tools(200)), importStyle }, { out });
      expect(text).toContain(`import { checks as checksOfTools } from '${checks}';\n`);
      expect(text).toContain(`function collectors() {\n  return import('${issues}');\n}`);
    },
  );

  it('tells that programs may not call a tool, if they may not', () => {
    const [tool] = tools(1) as [ToolModel];
    expect(writeModule(projectOf([{ ...tool, programs: false }]), { out: OUT })).toContain('programs: false,\n');
    expect(writeModule(projectOf([tool]), { out: OUT })).not.toContain('programs');
  });

  it('imports the checks of more than 200 tools on demand, too', () => {
    const text = writeModule(projectOf(tools(201)), { out: OUT });
    expect(text).not.toContain('import { checks');
    expect(text).toContain("function checks() {\n  return import('./toolsets.checks.gen.js');\n}");
  });

  it('loads them by require where Node would look for an extension', () => {
    const text = writeModule({ ...projectOf(tools(201)), importStyle: '', lazyImport: 'require' }, { out: OUT });
    expect(text.match(/^ {2}return typeof require .*$/gm)).toEqual([
      "  return typeof require === 'function' ? Promise.resolve(require('./toolsets.checks.gen')) : import('./toolsets.checks.gen');",
      "  return typeof require === 'function' ? Promise.resolve(require('./toolsets.issues.gen')) : import('./toolsets.issues.gen');",
    ]);
  });

  it('has no imports of the modules next to it without tools', () => {
    const text = writeModule({ ...projectOf([]), toolsets: [] }, { out: OUT });
    expect(text.match(/^import .*$/gm)).toEqual([
      "import { reflected, type ReflectedToolsets } from '@haft/core/reflected';",
    ]);
  });

  it.each([
    ['.js', "from './tools/a.js';", "from './b.mjs';"],
    ['', "from './tools/a';", "from './b.mjs';"],
    ['.ts', "from './tools/a.ts';", "from './b.mts';"],
  ] as const)('imports classes in the style "%s" of the project', (importStyle, first, second) => {
    const model = {
      ...projectOf([], {
        class: classOf('A', 'tools/a.ts'),
        dependencies: [{ kind: 'class', class: classOf('B', 'b.mts'), optional: false }],
      }),
      importStyle,
    };
    const text = writeModule(model, { out: OUT });
    expect(text).toContain(first);
    expect(text).toContain(second);
  });

  it('has functions under names that cannot collide, each called with its parameters by position', () => {
    const tool = toolOf('math_add', typeOf({ type: 'object', properties: { a: { type: 'number' } } }), {
      method: 'add',
      single: false,
      parameters: [{ kind: 'model', name: 'a', optional: true }, { kind: 'run' }],
    });
    const functions = [{ function: classOf('add', 'math.ts'), source: 'src/math.ts', tool }];
    const text = writeModule({ ...projectOf([]), toolsets: [], functions }, { out: OUT });
    expect(text).toContain("import { add as add_function } from './math.js';");
    expect(text).toContain('  math_add: { arguments: object; result: unknown };');
    expect(text).toContain(`  toolsets: [],
  services: [],
  functions: [
    {
      function: add_function,
      checks,
      collectors,
      tool: tool_math_add,
    },
  ],
  build: '${/build: '(.*)'/.exec(text)?.[1]}',
}));

const tool_math_add = {
  name: 'math_add',
  method: 'add',
`);
    expect(text).toContain(`  invoke: (f, a, run) => f(a.a, run),
  usesRun: true,
};`);
    expect(writeModule(projectOf([]), { out: OUT })).not.toContain('functions');
  });

  it('imports from another folder, default exports, and packages', () => {
    const dependencies = [
      {
        kind: 'class',
        class: { exportName: 'default', name: 'Clock', from: { file: '/project/lib/clock.ts' } },
        optional: false,
      },
      { kind: 'class', class: { exportName: 'Pool', name: 'Pool', from: { specifier: '@acme/pool' } }, optional: true },
    ] as const;
    const text = writeModule(projectOf([], { dependencies }), { out: OUT });
    expect(text).toContain("import { default as Clock } from '../lib/clock.js';");
    expect(text).toContain("import { Pool } from '@acme/pool';");
    expect(text).toContain('dependencies: [Clock, { optional: Pool }],');
  });

  it('keeps classes of one name, and of names that the module uses itself, apart', () => {
    const dependencies = [
      classOf('Store', 'a.ts'),
      classOf('Store', 'b.ts'),
      classOf('Map', 'c.ts'),
      classOf('limit', 'd.ts'),
    ].map((one) => ({ kind: 'class', class: one, optional: false }) as const);
    const text = writeModule(projectOf([], { dependencies }), { out: OUT });
    expect(text).toContain('dependencies: [Store, Store2, Map2, limit_class],');
    expect(text).toContain("import { Store as Store2 } from './b.js';");
  });

  it('imports no class that only arguments become', () => {
    expect(writeModule(workspaceModel(), { out: OUT })).not.toContain('WriteFileDto');
  });
});

function tools(count: number): readonly ToolModel[] {
  const type = typeOf({ type: 'object' });
  return Array.from({ length: count }, (_, index) => toolOf(`tool_${index}`, type));
}
