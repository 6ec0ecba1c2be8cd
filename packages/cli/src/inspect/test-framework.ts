import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The framework of the tests of a project. `globals` are those of Jest. */
export type TestFramework = 'globals' | '@jest/globals' | 'vitest' | 'node:test';

/**
 * Returns the framework that the nearest package with one declares. Without one, tests are those
 * of Node.
 *
 * @param folder - the folder of the project
 */
export function testFrameworkOf(folder: string): TestFramework {
  const names = declaredIn(folder);
  if (names.has('vitest')) return 'vitest';
  if (names.has('@jest/globals')) return '@jest/globals';
  if (names.has('jest')) return 'globals';
  const above = dirname(folder);
  return above === folder ? 'node:test' : testFrameworkOf(above);
}

function declaredIn(folder: string): ReadonlySet<string> {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return new Set();
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
      Record<string, Readonly<Record<string, string>> | undefined>
    >;
    return new Set(Object.keys({ ...dependencies, ...devDependencies }));
  } catch {
    return new Set();
  }
}
