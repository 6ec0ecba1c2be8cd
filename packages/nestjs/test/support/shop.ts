import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from '@haft/core/reflected';

const folder = `${import.meta.dirname}/../fixtures/shop`;

/**
 * Builds the toolsets of the fixture as `haft build` does.
 *
 * @param name - the name of the caller, because test files run at the same time
 */
export async function buildShop(name: string): Promise<ReflectedToolsets> {
  const { diagnostics } = await buildProject({
    tsconfig: `${folder}/tsconfig.json`,
    out: `${folder}/src/${name}.gen.ts`,
    cache: false,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors, undefined, 2));
  const generated = `../fixtures/shop/src/${name}.gen.js`;
  const { toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets };
  return toolsets;
}
