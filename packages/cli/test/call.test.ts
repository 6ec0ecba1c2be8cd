import { haft, haftInThread } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

/** A runtime that returns its input. */
const ECHO = `export const runtime = {
  startRun: (options) => ({
    call: async (call) => ({ status: 'success', tool: call.name, text: JSON.stringify({ options, args: call.arguments }) }),
    end: async () => console.log('ended'),
  }),
};
`;

function projectWith(module: string, haftKey: object = { runtime: 'runtime.js' }): string {
  return temporaryFolder({ 'package.json': JSON.stringify({ type: 'module', haft: haftKey }), 'runtime.js': module });
}

describe('haft call', () => {
  it('starts a run, calls, and ends the run', () => {
    const { out, code } = haft(projectWith(ECHO), ['call', 'x', '{"a":1}']);
    expect(out).toBe('{"options":{},"args":"{\\"a\\":1}"}\nended\n');
    expect(code).toBe(0);
  });

  it.each([
    ['a value', 'export const runOptions = { deps: 1 };'],
    ['a function', 'export const runOptions = () => ({ deps: 1 });'],
    ['an async function', 'export const runOptions = async () => ({ deps: 1 });'],
  ])('starts the run with runOptions, %s', (_case, runOptions) => {
    const { out } = haftInThread(projectWith(`${ECHO}${runOptions}\n`), ['call', 'x']);
    expect(out).toBe('{"options":{"deps":1}}\nended\n');
  });

  it('names runOptions when a tool reads dependencies that the run does not have', () => {
    const failing = ECHO.replace(
      "({ status: 'success', tool: call.name, text: JSON.stringify({ options, args: call.arguments }) })",
      "{ try { options.deps.user; return { status: 'success', text: '' }; } catch (cause) { return { status: 'failed', text: 'It failed.', cause }; } }",
    );
    const { out, err } = haftInThread(projectWith(failing), ['call', 'x']);
    expect(out).toContain('It failed.');
    expect(err).toContain('The run has no `deps`.');
    expect(err).toContain('export const runOptions = { deps: ... };');
    const given = `${failing}export const runOptions = { deps: { user: 'ann' } };\n`;
    expect(haftInThread(projectWith(given), ['call', 'x']).err).toBe('');
  });

  it('names runOptions when a provider of the run reads dependencies that the run does not have', () => {
    const failing = ECHO.replace(
      "async (call) => ({ status: 'success', tool: call.name, text: JSON.stringify({ options, args: call.arguments }) })",
      'async () => { try { return options.deps.mailer; } catch (cause) { ' +
        "throw new HaftError('HAFT_PROVIDER_FAILED', 'Mailer could not be created.', { hint: 'See it.', cause }); } }",
    );
    const core = new URL('../../core/dist/index.js', import.meta.url).href;
    const { err, code } = haftInThread(projectWith(`import { HaftError } from '${core}';\n${failing}`), ['call', 'x']);
    expect(code).toBe(1);
    expect(err).toContain('Mailer could not be created.');
    expect(err).toContain('export const runOptions = { deps: ... };');
  });

  it('waits for the promise of a runtime, and closes connections that keep the process alive', () => {
    const promised = `${ECHO.replace('const runtime', 'const inner').replace('export ', '')}
export const runtime = Promise.resolve(inner);
const alive = setInterval(() => {}, 1000);
export const close = async () => clearInterval(alive);
`;
    const { out, code } = haft(projectWith(promised), ['call', 'x']);
    expect(out).toContain('"options":{}');
    expect(code).toBe(0);
    expect(haftInThread(projectWith(`${ECHO}export const close = 1;\n`), ['call', 'x']).err).toContain(
      "The export 'close' of runtime.js is not a function.",
    );
  });

  it('collects repeated texts into a list, and keeps hostile names as data', () => {
    const args = [
      '--arg',
      'tag=a',
      '--arg',
      'tag=b',
      '--arg',
      'n:=5',
      '--arg',
      '__proto__=x',
      '--arg',
      'url=http://x/?a=b',
    ];
    const { out } = haftInThread(projectWith(ECHO), ['call', 'x', ...args]);
    expect(out).toContain('"args":{"tag":["a","b"],"n":5,"__proto__":"x","url":"http://x/?a=b"}');
  });

  it.each(['id=1', 'id:=1'])('names the option for an argument without it: %s', (argument) => {
    const { code, err } = haftInThread(projectWith(ECHO), ['call', 'x', argument]);
    expect(code).toBe(2);
    expect(err).toContain(`'${argument}' is not JSON.`);
    expect(err).toContain(`--arg ${argument}`);
  });

  it('approves the call with --approve, and only then', () => {
    const deferring = `export const runtime = {
  startRun: () => ({
    call: async () => ({
      status: 'deferred',
      text: 'waits',
      request: { kind: 'approval', id: 'r1', tool: 'x', arguments: { n: 1 } },
    }),
    resume: async (decisions) => [{ status: 'success', text: JSON.stringify(decisions) }],
    end() {},
  }),
};
`;
    expect(haftInThread(projectWith(deferring), ['call', 'x'])).toEqual({
      code: 1,
      out: 'waits\n',
      err: 'outcome: deferred\nwaits for: approval of x {"n":1}\n',
    });
    expect(haftInThread(projectWith(deferring), ['call', 'x', '--approve'])).toEqual({
      code: 0,
      out: '{"r1":true}\n',
      err: '',
    });
  });

  it('approves inner calls with --approve, and prints what waits [NEW-29]', () => {
    const program = `const request = (id, kind) => ({
  kind, id, tool: 'pay', arguments: { amount: 5 }, parent: { callId: 'haft-call', tool: 'plan', place: { step: id } },
});
const waiting = (...requests) => ({ status: 'deferred', text: 'waits', request: requests[0], requests });
const rounds = [waiting(request('b', 'approval'), request('x', 'external')), waiting(request('x', 'external'))];
export const runtime = {
  startRun: () => ({
    call: async () => waiting(request('a', 'approval'), request('x', 'external')),
    resume: async (decisions, options) => [{ ...rounds.shift(), text: JSON.stringify([decisions, options]) }],
    end() {},
  }),
};
`;
    const { code, out, err } = haftInThread(projectWith(program), ['call', 'plan', '--approve']);
    expect(code).toBe(1);
    expect(out).toBe('[{"b":true},{"partial":true}]\n');
    expect(err.trimEnd().split('\n')).toEqual([
      'approved: approval of pay {"amount":5}, called by plan at {"step":"a"}',
      'approved: approval of pay {"amount":5}, called by plan at {"step":"b"}',
      'outcome: deferred',
      'waits for: external of pay {"amount":5}, called by plan at {"step":"x"}',
    ]);
    expect(haftInThread(projectWith(program), ['call', 'plan']).err.trimEnd().split('\n')).toEqual([
      'outcome: deferred',
      'waits for: approval of pay {"amount":5}, called by plan at {"step":"a"}',
      'waits for: external of pay {"amount":5}, called by plan at {"step":"x"}',
    ]);
  });

  it.each([
    ['no setting', ECHO, {}, /^error HAFT_NO_RUNTIME: This project does not say which module/],
    ['no such file', ECHO, { runtime: 'dist/x.js' }, /^error HAFT_NO_RUNTIME: The setting 'runtime' names dist\/x\.js/],
    [
      'no such export',
      'export const x = 1;',
      { runtime: 'runtime.js' },
      /^error HAFT_NO_RUNTIME: runtime\.js has no export/,
    ],
    [
      'run options that are neither',
      `${ECHO}export const runOptions = 5;`,
      { runtime: 'runtime.js' },
      /^error HAFT_NO_RUNTIME: The export 'runOptions' of runtime\.js is not an object or a function/,
    ],
    [
      'a module that throws',
      "throw new Error('boom');",
      { runtime: 'runtime.js' },
      /^error HAFT_NO_RUNTIME: runtime\.js cannot be loaded: boom\n {2}Fix the error/,
    ],
  ])('says so when there is %s', (_case, module, haftKey, problem) => {
    const { code, err, out } = haftInThread(projectWith(module, haftKey), ['call', 'x']);
    expect(err).toMatch(problem);
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });
});
