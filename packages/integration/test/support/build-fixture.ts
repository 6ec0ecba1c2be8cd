import { expect } from '@jest/globals';
import { buildProject } from '@haft/reflector';

/** Writes the generated module of a project, `src/toolsets.gen.ts`, and expects no errors. */
export async function buildFixture(folder: string): Promise<void> {
  const { diagnostics } = await buildProject({
    tsconfig: `${folder}/tsconfig.json`,
    out: `${folder}/src/toolsets.gen.ts`,
    cache: false,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
}
