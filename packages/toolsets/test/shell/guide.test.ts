import { expect } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { shellToolset } from '../../src/shell/index.js';
import { folderOfUser, noSandbox, removeFolders } from './support/shell-run.js';

/* The example of docs/guide/toolsets/shell.md. */

afterAll(removeFolders);

(noSandbox === undefined ? it : it.skip)('a model runs a command without network [TOOL-8]', async () => {
  const folder = folderOfUser();
  // #region shell
  const runtime = createRuntime({ toolsets: [shellToolset({ root: folder, approval: 'none' })] });
  const run = runtime.startRun();
  const outcome = await run.call({
    name: 'shell_run',
    arguments: { command: 'getent', args: ['hosts', 'example.com'] },
  });
  // { status: 'success', text: 'Exit code 2.\nThe command printed nothing.' }
  // #endregion shell
  expect(outcome).toMatchObject({ status: 'success', text: 'Exit code 2.\nThe command printed nothing.' });
  await run.end();
});
