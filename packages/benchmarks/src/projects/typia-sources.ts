import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './generate-project.js';

/**
 * Adds the sources that typia needs for the schemas and checks of a generated project: one file per
 * toolset, outside `src`, so that no other command reads it. typia has no positional parameters, so
 * it gets the DTOs and interfaces instead of the methods.
 *
 * @param typia - the folder of its package
 * @returns the tsconfig for compiling
 */
export function writeTypiaSources({ folder }: Project, typia: string): string {
  const sources = join(folder, 'typia');
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources);
  for (const file of readdirSync(join(folder, 'src')).filter((name) => name.endsWith('.dto.ts'))) {
    writeFileSync(join(sources, file.replace('.dto', '')), sourceOf(file));
  }
  const tsconfig = join(folder, 'tsconfig.typia.json');
  const compilerOptions = {
    rootDir: '.',
    outDir: 'dist-typia',
    paths: { typia: [join(typia, 'lib/index.d.ts')] },
    plugins: [{ transform: join(typia, 'lib/transform') }],
  };
  writeFileSync(tsconfig, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: ['src', 'typia'] }));
  return tsconfig;
}

function sourceOf(file: string): string {
  const subject = file.replace('subject', 'Subject').replace('.dto.ts', '');
  const types = [`Create${subject}Dto`, `${subject}Filter`, `${subject}Page`];
  const checks = types.map((type) => `export const check${type} = typia.createValidateEquals<${type}>();`);
  return `import typia from 'typia';
import type { ${types.join(', ')} } from '../src/${file.replace('.ts', '.js')}';
export const schemas = typia.json.schemas<[${types.join(', ')}], '3.1'>();
${checks.join('\n')}
`;
}
