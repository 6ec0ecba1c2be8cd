import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { RunContext } from '@haft/core';
import { compose, createRuntime } from '@haft/runtime';
import { openApiToolset } from '../../src/openapi/index.js';
import { Service } from './serving.js';

/* The examples of docs/guide/from-openapi-to-tools.md. */

const service = new Service();
beforeAll(() => service.start());
afterAll(() => service.stop());

const path = new URL('petstore.json', import.meta.url);

interface Deps {
  readonly token: string;
}

test('the guide finds a pet, and asks a person before a change [NEW-36]', async () => {
  const baseUrl = service.origin;
  // #region petstore
  const document = JSON.parse(readFileSync(path, 'utf8')) as object;

  const store = openApiToolset(document, {
    name: 'store',
    baseUrl, // such as 'https://petstore.example.com/v3'
    operations: ({ tags, deprecated }) => tags.includes('pet') && !deprecated,
    auth: (run: RunContext<Deps>) => ({ authorization: `Bearer ${run.deps.token}` }),
    allowAddresses: ['127.0.0.1'], // only for a service in your own network
  });
  const runtime = createRuntime({ toolsets: store.toolset });
  // #endregion petstore

  service.answer = ({ url }) =>
    url === '/pet/7' ? { body: '{"id":7,"name":"Rex","photoUrls":[]}' } : { status: 404, body: '{}' };
  // #region calls
  const run = runtime.startRun({ deps: { token: 'ada-token' } });

  const found = await run.call({ name: 'get_pet_by_id', arguments: { petId: 7 } });
  // GET /pet/7: { status: 'success', value: { id: 7, name: 'Rex', photoUrls: [] } }

  const wrong = await run.call({ name: 'add_pet', arguments: { body: { name: 'Rex', id: 8 } } });
  // { status: 'retry' }: `photoUrls` is missing, the service gives the `id`. Nothing is sent.

  const added = await run.call({ name: 'add_pet', arguments: { body: { name: 'Rex', photoUrls: [] } } });
  // { status: 'deferred' }: a person decides about the POST
  // #endregion calls
  expect(found).toMatchObject({ status: 'success', value: { id: 7, name: 'Rex', photoUrls: [] } });
  expect([wrong.status, added.status]).toEqual(['retry', 'deferred']);
  expect(service.requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['GET', '/pet/7', 'Bearer ada-token'],
  ]);

  const lines: string[] = [];
  const log = (line: string): unknown => lines.push(line);
  // #region skipped
  for (const { operation, reason } of store.skipped) log(`${operation}: ${reason}`);
  // POST /pet/{petId}/uploadImage: its body is application/octet-stream
  // #endregion skipped
  expect(lines).toEqual(['POST /pet/{petId}/uploadImage: its body is application/octet-stream']);

  // #region many
  const searched = compose(store.toolset).prefix('store').deferLoading({ stable: true });
  const hidden = createRuntime({ toolsets: searched });
  // #endregion many
  expect((await hidden.startRun().definitions()).map(({ name }) => name)).toEqual(['search_tools', 'call_tool']);

  // #region close
  await store.close();
  // #endregion close
});
