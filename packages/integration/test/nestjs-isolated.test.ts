import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { transform } from '@swc/core';
import { buildFixture } from './support/build-fixture.js';
import { ownFolder } from './support/own-folder.js';

/* A Nest application whose tools run in worker threads: compiled, in a process of its own. */

const folder = ownFolder('nest-isolated', 'nest-isolated');

beforeAll(async () => {
  await buildFixture(folder);
  await mkdir(`${folder}/dist`, { recursive: true });
  for (const file of await readdir(`${folder}/src`)) {
    const { code } = await transform(await readFile(`${folder}/src/${file}`, 'utf8'), {
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        target: 'es2022',
      },
      module: { type: 'es6' },
    });
    await writeFile(`${folder}/dist/${file.replace(/\.ts$/, '.js')}`, code);
  }
});

it('guards run before the thread, interceptors and injected values in it, and an endless loop is stopped', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`${folder}/dist/main.js`], {
    timeout: 50_000,
  });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual([
    'progress half',
    'success: iron weighs 4 for ada; intercepted in thread of its own',
    expect.stringMatching(/^denied: /),
    expect.stringMatching(/^retry: .*- text: expected a string, received 7/),
    'failed: Timed out after 0.3 seconds.',
    'progress half',
    'success: gold weighs 4 for ada; intercepted in thread of its own',
  ]);
});
