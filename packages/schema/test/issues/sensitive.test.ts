import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Path } from '../../src/index.js';
import { anyDepth, hidesValue, sensitiveStart } from '../../src/internal.js';

describe('hidesValue', () => {
  const sensitive = [['password'], ['users', '*', 'token']];
  it.each<[readonly (string | number)[], unknown, boolean, boolean]>([
    [['password'], 'x', false, true],
    [['password', 'inner'], 'x', false, true],
    [['users', 3, 'token'], 'x', false, true],
    [['users', 3, 'name'], 'x', false, false],
    [['users'], '[{"token":1}]', false, true],
    [['users'], [{}], false, false],
    [[], '{"password":"x"}', false, true],
    [[], 1234, false, true],
    [['users'], 1234, false, true],
    [['users'], null, false, false],
    [['pasword'], 'x', true, true],
    [['password'], undefined, false, false],
  ])('%j with %j (undeclared: %s): %s', (path, value, undeclared, hidden) => {
    expect(hidesValue(sensitive, path, value, undeclared)).toBe(hidden);
  });
});

describe('hidesValue, for names at any depth', () => {
  const sensitive = anyDepth(['password', 'API-Key']);
  it.each<[Path, unknown, boolean]>([
    [['password'], 'x', true],
    [['a', 0, 'PassWord', 'b'], 1, true],
    [['a', 'api-key'], 'x', true],
    [['passwords'], 'x', false],
    [[0], 'password', false],
    [['note'], 'the password is long', false],
    [['note'], 'Password = x', true],
    [['note'], '{"api-key": "x"}', true],
    [['note'], 'https://example.com/?password=x', true],
    [['note'], 'https://example.com/', false],
    [['note'], { password: 'x' }, false],
  ])('%j with %j: %s', (path, value, hidden) => {
    expect(hidesValue(sensitive, path, value)).toBe(hidden);
  });
});

describe('sensitiveStart', () => {
  const key = fc.oneof(fc.constantFrom('a', 'B', 'password', 'Token'), fc.nat({ max: 2 }));
  const path = fc.array(key, { maxLength: 4 });
  const pattern = fc.array(fc.oneof(key, fc.constant('*')), { maxLength: 4 });
  const names = fc.subarray(['password', 'token']);

  it('is where the first part of the path ends whose value is hidden', () => {
    fc.assert(
      fc.property(path, fc.array(pattern, { maxLength: 3 }), names, (place, patterns, ofNames) => {
        const sensitive: readonly Path[] = [...patterns, ...anyDepth(ofNames)];
        const start = place.findIndex((_key, at) => hidesValue(sensitive, place.slice(0, at), {}));
        expect(sensitiveStart(sensitive, place)).toBe(start);
      }),
    );
  });
});
