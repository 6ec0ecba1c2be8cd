import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from '@haft/core/reflected';

const folder = `${import.meta.dirname}/../fixtures/shop`;

/** Builds the toolsets of the fixture as `haft build` does. */
export async function buildShop(): Promise<ReflectedToolsets> {
  const { diagnostics } = await buildProject({
    tsconfig: `${folder}/tsconfig.json`,
    out: `${folder}/src/toolsets.gen.ts`,
    cache: false,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors, undefined, 2));
  const generated = '../fixtures/shop/src/toolsets.gen.js';
  const { toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets };
  return toolsets;
}
