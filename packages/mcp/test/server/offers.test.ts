import { describe, expect, it } from '@jest/globals';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import type { McpOptions } from '../../src/index.js';
import { libraryTools } from '../fixtures/library.mjs';
import { connect, ERAS, serveNotes, type Era, type Served } from '../support/connect.js';

const USER = { context: () => ({ permissions: [] }) };

async function open(
  era: Era,
  options: McpOptions = {},
  client: ClientOptions = {},
): Promise<Served & { readonly client: Client }> {
  const served = await serveNotes({ ...USER, ...options }, { toolsets: () => [libraryTools()] });
  return { ...served, client: await connect(served.url, era, client) };
}

/** Returns the error of a request, as the client reads it. */
async function errorOf(request: Promise<unknown>): Promise<object> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { code, message, data } = Object(error) as Readonly<Record<string, unknown>>;
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** A client with a user who can be asked. */
const ASKING: ClientOptions = { capabilities: { elicitation: { form: {} } } };

function answering(client: Client, content: Record<string, string | boolean>): Client {
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept' as const, content }));
  return client;
}

describe.each(ERAS)('resources, protocol $era', (era) => {
  it('lists what the user may read, with title, icons, annotations and _meta, each URI once', async () => {
    const { client } = await open(era);
    const { resources } = await client.listResources();
    expect(resources[0]).toEqual({
      uri: 'books://open',
      name: 'open_books',
      title: 'Open books',
      description: 'The resource open_books.',
      mimeType: 'text/plain',
      icons: [{ src: 'https://example.com/b.png' }],
      annotations: { audience: ['user'], priority: 0.5 },
      _meta: { 'example.com/shelf': 3 },
    });
    expect(resources.map(({ uri, title }) => [uri, title])).toEqual([
      ['books://open', 'Open books'],
      ['books://1', undefined],
      ['books://2', 'Two'],
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['books://{id}{?part}', 'gate://{name}']);
  });

  it('gives lists in pages, and refuses a cursor that no page had', async () => {
    const { client } = await open(era, { pageSize: 1 });
    // The client follows the cursors.
    expect((await client.listResources()).resources).toHaveLength(3);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
    const first = await client.request({ method: 'resources/list', params: {} });
    expect(first).toMatchObject({ resources: [{ uri: 'books://open' }], nextCursor: expect.any(String) });
    expect(await errorOf(client.request({ method: 'prompts/list', params: { cursor: 'x' } }))).toMatchObject({
      code: -32602,
    });
  });

  it('reads texts and bytes, with variables by their types', async () => {
    const { client } = await open(era);
    const { contents } = await client.readResource({ uri: 'books://7?part=head' });
    expect(contents).toEqual([
      { uri: 'books://7?part=head', mimeType: 'application/json', text: '{"id":7,"part":"head"}' },
      { uri: 'books://7?part=head', mimeType: 'image/png', blob: 'iVBORw0KGgo=' },
    ]);
  });

  it('answers mistakes with -32602 and the URI, and failures with -32603, without secrets', async () => {
    const { client, errors } = await open(era);
    const read = (uri: string) => errorOf(client.readResource({ uri }));
    expect(await read('books://seven')).toMatchObject({
      code: -32602,
      message: expect.stringContaining('id'),
      data: { uri: 'books://seven' },
    });
    expect(await read('books://404')).toMatchObject({ code: -32602, data: { uri: 'books://404' } });
    expect(await read('books://500')).toMatchObject({
      code: -32603,
      message: expect.stringContaining('The shelf is locked.'),
    });
    const masked = JSON.stringify(await read('books://501'));
    expect(masked).toContain('-32603');
    expect(masked).not.toMatch(/hunter2|secret/);
    expect(errors).toEqual([]);
    expect(await read('books://8')).toMatchObject({ code: -32603 });
    expect(errors).toHaveLength(1);
  });

  it('asks the user about a read that waits for approval', async () => {
    const { client } = await open(era, {}, ASKING);
    answering(client, { approve: true });
    const { contents } = await client.readResource({ uri: 'gate://a' });
    expect(contents).toEqual([{ uri: 'gate://a', mimeType: 'text/plain', text: 'through a' }]);
    answering(client, { approve: false });
    expect(await errorOf(client.readResource({ uri: 'gate://a' }))).toMatchObject({ code: -32603 });
  });

  it('reports why a read waits to a client that cannot ask', async () => {
    const waiting: string[] = [];
    const { client } = await open(era, { onWaiting: ({ tool }) => waiting.push(tool) });
    expect(await errorOf(client.readResource({ uri: 'gate://a' }))).toMatchObject({ code: -32603 });
    expect(waiting).toHaveLength(1);
  });
});

describe.each(ERAS)('prompts, protocol $era', (era) => {
  it('lists arguments with their descriptions', async () => {
    const { client } = await open(era);
    const { prompts } = await client.listPrompts();
    expect(prompts[0]).toEqual({
      name: 'book_summary',
      title: 'Summary',
      description: 'The prompt book_summary.',
      arguments: [
        { name: 'id', description: 'The book.', required: true },
        { name: 'tone', required: false },
      ],
    });
    expect(prompts.map(({ name }) => name)).toEqual(['book_summary', 'book_talk', 'book_dedicate']);
  });

  it('writes messages from arguments that are texts', async () => {
    const { client } = await open(era);
    expect(await client.getPrompt({ name: 'book_summary', arguments: { id: '4', tone: 'long' } })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Summarise 5 (long).' } }],
    });
    const { messages } = await client.getPrompt({ name: 'book_talk' });
    expect(messages.map(({ role, content }) => [role, content.type])).toEqual([
      ['user', 'text'],
      ['user', 'image'],
      ['assistant', 'text'],
    ]);
    expect(await errorOf(client.getPrompt({ name: 'book_summary', arguments: { id: 'x' } }))).toMatchObject({
      code: -32602,
    });
  });

  it('asks the user for input', async () => {
    const { client } = await open(era, {}, ASKING);
    answering(client, { name: 'Ada' });
    expect(await client.getPrompt({ name: 'book_dedicate', arguments: { id: '1' } })).toMatchObject({
      messages: [{ content: { text: 'Book 1 for Ada.' } }],
    });
  });
});

describe.each(ERAS)('completion, protocol $era', (era) => {
  it('suggests values of enums, and those of the method, at most 100', async () => {
    const { client } = await open(era);
    const ref = { type: 'ref/prompt', name: 'book_summary' } as const;
    expect((await client.complete({ ref, argument: { name: 'tone', value: 'L' } })).completion.values).toEqual([
      'long',
    ]);
    const template = { type: 'ref/resource', uri: 'books://{id}{?part}' } as const;
    const { completion } = await client.complete({ ref: template, argument: { name: 'id', value: '9' } });
    expect(completion).toMatchObject({ total: 120, hasMore: true });
    expect(completion.values).toHaveLength(100);
  });
});

describe.each(ERAS)('hidden resources and prompts, protocol $era', (era) => {
  /** Sends every request that could name something, about what is hidden or does not exist. */
  async function ask(client: Client, uri: string, name: string): Promise<string> {
    const argument = { name: 'id', value: '' };
    const answers: unknown[] = [
      await client.listResources(),
      await client.listResourceTemplates(),
      await client.listPrompts(),
      await errorOf(client.readResource({ uri })),
      await errorOf(client.getPrompt({ name })),
      await errorOf(client.complete({ ref: { type: 'ref/prompt', name }, argument })),
      await errorOf(client.complete({ ref: { type: 'ref/resource', uri }, argument })),
      ...(era.era === '2025-11-25' ? [await errorOf(client.subscribeResource({ uri }))] : []),
      await client.listTools(),
      await client.callTool({ name: 'book_find', arguments: {} }),
      client.getInstructions() ?? '',
    ];
    return JSON.stringify(answers).replaceAll(uri, 'URI').replaceAll(name, 'NAME');
  }

  it('have the same answers as those that do not exist, and no other message names them', async () => {
    const { client } = await open(era);
    const hidden = await ask(client, 'vault://secret', 'secret_prompt');
    expect(hidden).toBe(await ask(client, 'shelf://nothing', 'no_prompt'));
    expect(hidden).not.toMatch(/secret/i);
  });

  it('exist for a user with the permission', async () => {
    const { client } = await open(era, { context: () => ({ permissions: ['admin'] }) });
    const { contents } = await client.readResource({ uri: 'vault://secret' });
    expect(contents[0]).toMatchObject({ text: 'Secret.' });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('secret_prompt');
  });
});

describe.each(ERAS)('capabilities, protocol $era', (era) => {
  it('name resources, prompts and completions only if the toolsets have them', async () => {
    const { client } = await open(era);
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
    });
    const { url } = await serveNotes();
    expect(Object.keys((await connect(url, era)).getServerCapabilities() ?? {})).toEqual(['tools']);
  });
});
