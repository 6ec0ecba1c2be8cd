import { expect, it } from '@jest/globals';
import { Caller } from '../../src/http/caller.js';

const auth = {
  token: 't',
  clientId: 'c',
  scopes: ['notes'],
  expiresAt: 1_800_000_000,
  resource: new URL('https://api.example.com/mcp'),
  resourceMetadataUrl: 'https://api.example.com/.well-known/oauth-protected-resource/mcp',
  extra: { sub: 'ada' },
};

it('passes everything that is known about a token on to the SDK, which names the metadata in a 403', () => {
  expect(new Caller(auth, new Headers(), undefined)).toMatchObject(auth);
});

it('keeps the head of the request, whatever the authentication returns', () => {
  const headers = new Headers({ host: 'localhost' });
  const mixed = { ...auth, headers: new Headers(), incoming: {}, auth: undefined };
  expect(new Caller(mixed, headers, undefined)).toMatchObject({ auth: mixed, headers, incoming: undefined });
});

it('has no rights without a token', () => {
  const caller = new Caller(undefined, new Headers(), undefined);
  expect(caller).toMatchObject({ auth: undefined, token: '', clientId: '', scopes: [] });
});
