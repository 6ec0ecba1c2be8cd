import { join, resolve } from 'node:path';
import { COMMAND, runWith } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from './support/temporary-folder.js';

const HAFT = resolve(import.meta.dirname, '../../haft/package.json');

/** Resolves packages as Plug'n'Play does: by a table, without node_modules. */
const RESOLVER = `const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === 'haft/package.json' ? ${JSON.stringify(HAFT)} : resolve.call(this, request, ...rest);
};
`;

afterEach(removeTemporaryFolders);

it('finds packages that only the resolver of a package manager knows', () => {
  const folder = temporaryFolder({ 'package.json': '{"name":"app"}', 'resolver.cjs': RESOLVER });
  const doctor = ['--require', join(folder, 'resolver.cjs'), COMMAND, 'doctor'];
  expect(runWith(folder, doctor, {}).out).toMatch(/✓ packages +haft /);
  expect(runWith(folder, [COMMAND, 'doctor'], {}).out).toContain('Neither haft nor @haft/core is installed.');
});
