import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const PACKAGE = join(import.meta.dirname, '..');

it('no SDK is needed at run time: all imports are our own', () => {
  const files = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const imported = files.flatMap((file) =>
    [...readFileSync(join(PACKAGE, 'src', file), 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(([, name]) => name),
  );
  expect(imported.filter((name) => name?.startsWith('@haft/') !== true)).toEqual([]);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
    readonly peerDependencies?: object;
  };
  expect([Object.keys(dependencies).sort(), peerDependencies]).toEqual([
    ['@haft/core', '@haft/runtime', '@haft/schema'],
    undefined,
  ]);
});
