import { expect, test } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { httpToolset } from '../../src/http/index.js';

/* The example of docs/guide/toolsets/http.md. */

test('a model cannot reach the metadata service of a cloud [TOOL-7]', async () => {
  // #region http
  const runtime = createRuntime({
    toolsets: [
      httpToolset({ denyHosts: ['*.example.com'], headers: { 'https://api.test': { authorization: 'Bearer ...' } } }),
    ],
  });
  const run = runtime.startRun();
  const outcome = await run.call({ name: 'http_fetch', arguments: { url: 'http://169.254.169.254/latest/' } });
  // { status: 'failed', text: 'This address is not allowed: 169.254.169.254' }
  // #endregion http
  expect(outcome).toMatchObject({ status: 'failed', text: 'This address is not allowed: 169.254.169.254' });
  await run.end();
});
