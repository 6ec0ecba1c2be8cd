import { expect, it } from '@jest/globals';
import { ModelRetry, ToolFailed } from '@haft/core';
import { resultOfCall } from '../../src/client/result-of-call.js';

const ended = (meta: unknown): unknown => {
  const result = { content: [{ type: 'text' as const, text: 'No.' }], isError: true, _meta: meta as never };
  try {
    return resultOfCall(result, undefined, 'retry');
  } catch (error) {
    return error;
  }
};

it.each(['failed', 'denied', 'deferred', 'interrupted'])('an error of status `%s` is a failure', (status) => {
  expect(ended({ 'haft/status': status })).toBeInstanceOf(ToolFailed);
});

it.each([undefined, {}, { 'haft/status': 'retry' }, { 'haft/status': ['denied'] }, { 'haft/status': 'success' }])(
  'an error with the `_meta` %j is a retry',
  (meta) => {
    expect(ended(meta)).toBeInstanceOf(ModelRetry);
  },
);
