import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { buildProject, createBuilder, type BuildResult } from '../../src/build/build-project.js';
import { withFolder, type ProjectFolder } from '../support/with-folder.js';

/*
 * The memory of a builder must never show: after any edits, its module and reports equal those of a
 * cold build. The edits change files with an effect on others: shared types, bases, constants,
 * services, barrels, augmentations, global declarations, mistakes.
 */

const TOOLSETS = 4;

function toolset(index: number, edition: number): string {
  const more =
    [
      '',
      '  /** Counts. */ @Tool() count(dto: Item): Deep { return { deep: dto.tags }; }\n',
      '  @Tool({ name: MODE_TOOL }) mode(mode: Mode): Mode { return mode; }\n',
      '  /** Takes the world. */ @Tool() take(world: World): void {}\n',
    ][edition % 4] ?? '';
  return `import { Tool, Toolset } from '@haft/core';
import { Base } from './base.js';
import { Item, type Deep, type Mode } from './shared/index.js';
import { MODE_TOOL } from './constants.js';
import { Service } from './service.js';
/** Toolset ${index}. */
@Toolset({ prefix: 't${index}' })
export class T${index} extends Base<${edition % 2 === 0 ? 'string' : 'Item'}> {
  constructor(readonly service: Service) { super(); }
  /** Runs ${edition}. */ @Tool() run(mode: Mode, limit = ${edition}): string { return mode + String(limit); }
${more}}
`;
}

/** The versions of each file of the project. */
const FILES: Readonly<Record<string, (edition: number) => string | undefined>> = {
  ...Object.fromEntries(
    Array.from({ length: TOOLSETS }, (_, index) => [
      `src/t${index}.ts`,
      (edition: number) => (edition === 5 ? undefined : toolset(index, edition)),
    ]),
  ),
  'src/base.ts': (edition) => `import { Tool } from '@haft/core';
export class Base<T> { /** Of the base. */ @Tool() inherited(value: T${edition % 3 === 1 ? ' | null' : ''}): void {} }
`,
  'src/shared/index.ts': (edition) => `export { Item } from './item.js';
export type { Deep } from './deep.js';
export type Mode = ${["'fast' | 'slow'", "'slow' | 'fast'", 'number', '() => void'][edition % 4]};
`,
  'src/shared/item.ts': (edition) => `import type { Tied } from 'knot';
import type { Rope } from 'rope';
import type { Deep } from './deep.js';
${edition % 2 === 0 ? '/** An item. */' : ''}
export class Item { /** Lost. */
  /** Its name. */ name!: string; tags: string[] = []; rope?: Rope; tied?: Tied; ${edition % 3 === 0 ? 'deep?: Deep;' : '/** How many. @minimum 1 */ count!: number;'} }
`,
  'src/shared/deep.ts': (edition) =>
    edition % 5 === 4
      ? 'export interface Deep { deep: string['
      : `export interface Deep { deep: ${edition % 2 === 0 ? 'string[]' : 'Date'} }\n`,
  'src/constants.ts': (edition) => `export const MODE_TOOL = 'mode_${edition % 2}';\n`,
  'src/service.ts': (edition) => `import { Other } from './other.js';
export class Service { constructor(${edition % 2 === 0 ? 'readonly other: Other' : ''}) {} }
`,
  'src/other.ts': (edition) =>
    `export class Other { constructor(${edition % 3 === 2 ? 'readonly broken: { a: string }' : ''}) {} }\n`,
  'src/world.ts': (edition) =>
    edition % 4 === 3
      ? undefined
      : `export {};\ndeclare global { interface World { name: ${edition % 2 === 0 ? 'string' : 'boolean'} } }\n`,
  'src/augmentation.ts': (edition) =>
    edition % 3 === 0
      ? undefined
      : `export {};\ndeclare module './shared/deep.js' { interface Deep { more?: ${edition} } }\n`,
  // A package that is installed twice.
  ...packageOf('node_modules/rope', ropeOf),
  ...packageOf('node_modules/knot', () => "export { Rope as Tied } from 'rope';"),
  ...packageOf('node_modules/knot/node_modules/rope', ropeOf),
  'src/literals.ts': (edition) => `export const first: 'slow' | 'fast' | ${edition} = 'slow';\n`,
};
const NAMES = Object.keys(FILES);

function ropeOf(edition: number): string {
  return `export interface Rope { metres: ${edition % 2 === 0 ? 'number' : 'string'} }\n`;
}

function packageOf(folder: string, declaration: (edition: number) => string): typeof FILES {
  const manifest = { name: folder.replace(/.*\//, ''), version: '1.0.0', types: 'index.d.ts' };
  return { [`${folder}/package.json`]: () => JSON.stringify(manifest), [`${folder}/index.d.ts`]: declaration };
}

function edit({ write, path }: ProjectFolder, name: string, edition: number): void {
  const text = FILES[name]?.(edition);
  if (text === undefined) rmSync(path(name), { force: true });
  else write({ [name]: text });
}

function seen({ ok, text, diagnostics, toolsets, tools }: BuildResult): unknown {
  return { ok, text, diagnostics, toolsets, tools };
}

describe('a builder', () => {
  it('reports after any edits the same as a cold build', async () => {
    const someEdits = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 5 })), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(someEdits, { minLength: 2, maxLength: 6 }), async (steps) => {
        await withFolder({}, async (project) => {
          for (const name of NAMES) edit(project, name, 0);
          const builder = createBuilder();
          const options = { ...project.settings, write: false };
          await builder.build(options);
          for (const edits of steps) {
            for (const [name, edition] of edits) edit(project, name, edition);
            const cold = await buildProject(options);
            expect(seen(await builder.build(options))).toEqual(seen(cold));
          }
        });
      }),
      {
        numRuns: 6,
        examples: [
          [[[['src/t0.ts', 3]], [['src/world.ts', 1]]]],
          [[[['src/t0.ts', 1]], [['src/augmentation.ts', 1]], [['src/augmentation.ts', 2]]]],
        ],
      },
    );
  }, 120_000);

  it('reads only units that may have changed', async () => {
    await withFolder({}, async (project) => {
      for (const name of NAMES) edit(project, name, 0);
      const builder = createBuilder();
      const first = (await builder.build(project.settings)).model?.toolsets ?? [];
      expect(first).toHaveLength(TOOLSETS);
      const kept = async (): Promise<readonly boolean[]> => {
        const { ok, model } = await builder.build(project.settings);
        expect(ok).toBe(true);
        return model?.toolsets.map((one) => first.includes(one)) ?? [];
      };
      expect(await kept()).toEqual([true, true, true, true]);
      edit(project, 'src/t2.ts', 1);
      expect(await kept()).toEqual([true, true, false, true]);
      edit(project, 'src/literals.ts', 1);
      expect(await kept()).toEqual([true, true, false, true]);
      edit(project, 'src/shared/deep.ts', 1);
      expect(await kept()).toEqual([false, false, false, false]);
    });
  }, 60_000);
});
