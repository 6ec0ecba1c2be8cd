import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { ReflectedToolsets } from '@haft/core/reflected';

/**
 * Builds a fixture as `haft build` does, once for all test files of a worker: a build reads the
 * types of NestJS, which takes as long as the tests.
 */
export async function buildOnce(fixture: string): Promise<ReflectedToolsets> {
  const folder = `${import.meta.dirname}/../fixtures/${fixture}`;
  const file = `worker-${process.env.JEST_WORKER_ID}.gen`;
  const out = `${folder}/src/${file}.ts`;
  if (!isOfThisWorker(out)) {
    await rm(out, { force: true });
    const { buildProject } = await import('@haft/reflector');
    const { diagnostics } = await buildProject({ tsconfig: `${folder}/tsconfig.json`, out, cache: false });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(JSON.stringify(errors, undefined, 2));
  }
  const { toolsets } = (await import(`../fixtures/${fixture}/src/${file}.js`)) as {
    readonly toolsets: ReflectedToolsets;
  };
  return toolsets;
}

/** An earlier run may have left the file, of other sources. */
function isOfThisWorker(file: string): boolean {
  return existsSync(file) && statSync(file).mtimeMs > performance.timeOrigin;
}
