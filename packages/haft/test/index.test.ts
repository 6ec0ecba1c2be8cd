import * as core from '@haft/core';
import * as reflectedCore from '@haft/core/reflected';
import * as runtime from '@haft/runtime';
import * as runtimeFeedback from '@haft/runtime/feedback';
import * as feedback from '../src/feedback.js';
import * as haft from '../src/index.js';
import * as reflectedHaft from '../src/reflected.js';

/** What only Haft's own packages use. */
const INNER = new Set([
  'ClassRecords',
  'completeCheck',
  'disposeOf',
  'drained',
  'fingerprintKey',
  'fingerprintOf',
  'hashOf',
  'isProgressive',
  'methodsWithRecord',
  'readClassRecord',
  'readMethodRecord',
  'readOwnClassRecord',
  'readParameterRecords',
  'RECORD',
  'READ_FORMATS',
  'runContextOf',
  'snakeCase',
  'toolName',
  'typedArgumentsOf',
  'wireForm',
]);

test('an application finds every word and the whole engine in one package', () => {
  const expected = [...Object.keys(core), ...Object.keys(runtime)].filter((name) => !INNER.has(name));
  expect(Object.keys(haft).sort()).toEqual(expected.sort());
});

test('and what is said about arguments in a part of its own', () => {
  const expected = Object.keys(runtimeFeedback).filter((name) => !INNER.has(name));
  expect(Object.keys(feedback).sort()).toEqual(expected.sort());
});

test('the words are those of core, not copies', () => {
  expect(haft.Tool).toBe(core.Tool);
  expect(haft.ModelRetry).toBe(core.ModelRetry);
  expect(haft.RunContext).toBe(core.RunContext);
});

test('generated modules find what they import', () => {
  expect(Object.keys(reflectedHaft).sort()).toEqual(Object.keys(reflectedCore).sort());
});
