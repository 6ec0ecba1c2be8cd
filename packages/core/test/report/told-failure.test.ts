import { toldFailure } from '../../src/report/told-failure.js';

describe('the failure that the value of a successful call tells', () => {
  test.each<[string, unknown, string]>([
    ['a program with an error', { output: null, exitCode: 1, error: 'TypeError (line 2)' }, 'program failed'],
    ['a program that was stopped', { exitCode: null, error: 'timed out' }, 'program stopped'],
    ['a command', { exitCode: 2, stdout: '', stderr: 'no' }, 'exit code 2'],
    ['a command of another library', { exit_code: 1 }, 'exit code 1'],
    ['a command that was stopped', { exitCode: 137, stopped: 'time' }, 'command stopped'],
    ['a response', { status: 404, headers: {}, body: 'none' }, 'HTTP 404'],
    ['a response of another library', { statusCode: 503, body: '' }, 'HTTP 503'],
    ['tests', { passed: 3, failed: 1 }, '1 test failed'],
    ['tests of Jest', { numPassedTests: 3, numFailedTests: 2 }, '2 tests failed'],
    ['a background call', { task: 't1', status: 'failed' }, 'task failed'],
    ['a result of MCP', { isError: true, content: [] }, 'tool error'],
    [
      'the steps of a plan',
      [
        { step: 0, tool: 'a', status: 'ok', result: 1 },
        { step: 1, tool: 'b', status: 'error', error: 'no' },
        { step: 2, tool: 'c', status: 'skipped' },
      ],
      '1 of 3 steps failed',
    ],
  ])('is named for %s', (_name, value, title) => {
    expect(toldFailure({ status: 'success', value })?.title).toBe(title);
    expect(toldFailure({ status: 'failed', value })).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['a program that ended well', { output: 1, exitCode: 0 }],
    ['a command that ended well', { exitCode: 0, stdout: 'error' }],
    ['an order with the status 404', { id: 7, status: 404 }],
    ['a response that was redirected', { status: 304, headers: {} }],
    ['tests that passed', { passed: 3, failed: 0 }],
    ['steps that were done', [{ step: 0, tool: 'a', status: 'ok' }]],
    ['an empty list', []],
    ['a text', 'failed'],
    ['null', null],
  ])('is absent for %s', (_name, value) => {
    expect(toldFailure({ status: 'success', value })).toBeUndefined();
  });

  test('names the problem of a program and of the first failed step', () => {
    const program = { output: null, exitCode: 1, error: 'Error (line 2)' };
    expect(toldFailure({ status: 'success', value: program })?.problem).toBe('Error (line 2)');
    const steps = [{ step: 0, tool: 'a', status: 'error', error: 'no such order' }];
    expect(toldFailure({ status: 'success', value: steps })?.problem).toBe('no such order');
  });
});
