import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { McpRequest } from '../../src/index.js';
import { jsonBody, stepUpChallenge } from '../../src/http/step-up.js';
import type { McpService } from '../../src/server/mcp-service.js';

const post = (body: string): Request => new Request('http://localhost', { method: 'POST', body });

describe('the body of a request', () => {
  it('is read if it is JSON of at most the given bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.nat(3), async (text, less) => {
        const { length } = Buffer.from(text);
        expect(await jsonBody(post(text), length + less)).toEqual(JSON.parse(text));
        expect(await jsonBody(post(text), length - 1 - less)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it.each(['{', '', 'text'])('is left to the SDK if it is not JSON: %j', async (text) => {
    expect(await jsonBody(post(text), 100)).toBeUndefined();
  });

  it('is left to the SDK if there is none', async () => {
    expect(await jsonBody(new Request('http://localhost'), 100)).toBeUndefined();
  });
});

describe('a request for more scopes', () => {
  const auth = { token: 't', clientId: 'app', scopes: ['read', 'b'] };

  /** Asks for the challenge. Returns its scopes, and what was looked for. */
  async function challenged(
    body: unknown,
    requires: readonly unknown[] = ['read', 'write'],
    request: object = { auth },
  ): Promise<{ readonly scope: string | undefined; readonly target: unknown }> {
    let target: unknown;
    const service = {
      options: {},
      listed: (_request: unknown, wanted: unknown) => {
        target = wanted;
        return Promise.resolve({ requires });
      },
    };
    const answer = await stepUpChallenge(service as unknown as McpService, request as McpRequest, body);
    return { scope: /scope="([^"]*)"/.exec(answer?.headers.get('www-authenticate') ?? '')?.[1], target };
  }

  it.each<[string, object, object]>([
    ['tools/call', { name: 'pay' }, { tool: 'pay' }],
    ['prompts/get', { name: 'letter' }, { prompt: 'letter' }],
    ['resources/read', { uri: 'a://b' }, { uri: 'a://b' }],
    ['resources/subscribe', { uri: 'a://b' }, { uri: 'a://b' }],
  ])('is for what %s names', async (method, params, target) => {
    expect(await challenged({ method, params })).toEqual({ scope: 'read write', target });
  });

  it.each<[string, unknown]>([
    ['other methods', { method: 'tools/list', params: { name: 'pay', uri: 'a://b' } }],
    ['a name that is not a text', { method: 'tools/call', params: { name: 1, uri: 'a://b' } }],
    ['a prompt without a name', { method: 'prompts/get', params: { uri: 'a://b' } }],
    ['an address that is not a text', { method: 'resources/read', params: { uri: 1, name: 'pay' } }],
    ['no parameters', { method: 'tools/call' }],
    ['no method', { params: { name: 'pay' } }],
    ['a list', [{ method: 'tools/call', params: { name: 'pay' } }]],
    ['nothing', undefined],
  ])('is not for %s', async (_title, body) => {
    expect(await challenged(body)).toEqual({ scope: undefined, target: undefined });
  });

  const call = { method: 'tools/call', params: { name: 'pay' } };

  it('is not for a caller without a token', async () => {
    expect(await challenged(call, ['write'], {})).toEqual({ scope: undefined, target: undefined });
  });

  it.each<[string, readonly unknown[], string | undefined]>([
    ['all scopes, each once', ['read', 'write', 'read'], 'read write'],
    ['the alternative that the token has', [{ anyOf: ['a', 'b'] }, 'write'], 'b write'],
    ['the first alternative, if the token has none', [{ anyOf: ['x', 'y'] }], 'x'],
    ['nothing if the token has all', ['read', { anyOf: ['a', 'b'] }], undefined],
    ['nothing if nothing is required', [], undefined],
  ])('names %s', async (_title, requires, scope) => {
    expect((await challenged(call, requires)).scope).toBe(scope);
  });
});
