import { join } from 'node:path';
import { testFrameworkOf } from '../../src/inspect/test-framework.js';
import { removeTemporaryFolders, temporaryFolder } from '../support/temporary-folder.js';

afterAll(removeTemporaryFolders);

test.each([
  ['vitest', { devDependencies: { vitest: '4' } }],
  ['@jest/globals', { devDependencies: { jest: '30', '@jest/globals': '30' } }],
  ['globals', { dependencies: { jest: '30' } }],
  ['node:test', {}],
])('a test that the page writes is for %s [TSP-24]', (framework, manifest) => {
  const folder = temporaryFolder({
    'package.json': JSON.stringify(manifest),
    'packages/shop/package.json': '{"devDependencies":{"typescript":"6"}}',
    'packages/broken/package.json': 'no JSON',
  });
  expect(['.', 'packages/shop', 'packages/broken'].map((path) => testFrameworkOf(join(folder, path)))).toEqual([
    framework,
    framework,
    framework,
  ]);
});
