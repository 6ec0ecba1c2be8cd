import { createRequire } from 'node:module';
import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from '@haft/core/reflected';

const folder = `${import.meta.dirname}/../fixtures/routes`;

/** The version of NestJS: jest runs these tests with 12, and again with 11. */
export const { version: nestVersion } = createRequire(import.meta.url)('@nestjs/core/package.json') as {
  readonly version: string;
};

/**
 * Builds the controllers of the fixture as `haft build` does.
 *
 * @param name - the name of the caller, because test files run at the same time
 */
export async function buildRoutes(name: string): Promise<ReflectedToolsets> {
  const file = `${name}-${nestVersion}.gen`;
  const { diagnostics } = await buildProject({
    tsconfig: `${folder}/tsconfig.json`,
    out: `${folder}/src/${file}.ts`,
    cache: false,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors, undefined, 2));
  const generated = `../fixtures/routes/src/${file}.js`;
  const { toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets };
  return toolsets;
}
