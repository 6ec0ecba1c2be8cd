import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, haft, haftInThread, runWith, type Run } from './support/haft.js';
import { ask, askLater, askSeal, askUser, payments, pendingProject, recover } from './support/pending-project.js';
import { project } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of `haft pending` with a ledger are skipped.');

afterAll(removeTemporaryFolders);

(hasSqlite ? describe : describe.skip)('haft pending', () => {
  let folder: string;
  /** The keys in the ledger, by the run and the id of the call. */
  const keys = new Map<string, string>();
  const keyOf = (call: string): string => {
    if (/^[\w-]+\/c1$/.test(call) && !keys.has(call)) {
      const { out } = haftInThread(folder, ['pending', 'list', '--json']);
      for (const { runId, key } of JSON.parse(out) as readonly { runId: string; key: string }[])
        keys.set(`${runId}/c1`, key);
    }
    return keys.get(call) ?? call;
  };
  const named = (text: string): string => [...keys].reduce((all, [call, key]) => all.replaceAll(key, call), text);
  /** Runs the command with `run/call` in place of keys, in its arguments and in its output. */
  const pending = (...args: string[]): Run => {
    const { code, out, err } = haftInThread(folder, ['pending', ...args.map(keyOf)]);
    return { code, out: named(out), err: named(err) };
  };
  beforeAll(() => {
    folder = pendingProject();
    ask(folder, 'first', { cents: 500, token: 'secret-1' });
    ask(folder, 'second', { cents: 700, note: 'rent', token: 'secret-2' }, 'bob');
  });

  it('lists the calls that wait, oldest first', () => {
    const [first, second] = ['first/c1', 'second/c1'].map(keyOf);
    const { code, out, err } = haft(folder, ['pending', 'list']);
    expect([code, err]).toEqual([0, '']);
    const table = out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    expect(table).toBe(
      `${first}  pay  approval  acme ann  TIME\n${second}  pay  approval  acme bob  TIME\n\n2 calls wait\n`,
    );
    expect(pending('list', '--user', 'bob').out).toContain('1 call waits\n');
    const none = [
      ['--tenant', 'other'],
      ['--tool', 'x'],
      ['--kind', 'input'],
      ['--older-than', '3d'],
    ];
    for (const filter of none) expect(pending('list', ...filter).out).toBe('no calls wait\n');
    expect(pending('list', '--tenant', 'acme', '--tool', 'pay', '--kind', 'approval', '--json').out).not.toContain(
      'secret',
    );
    const json = JSON.parse(pending('list', '--json').out) as readonly object[];
    expect(json).toMatchObject([
      { key: 'first/c1', arguments: { cents: 500 } },
      { key: 'second/c1', userId: 'bob' },
    ]);
  });

  it('shows arguments, preview and the commands that decide, without sensitive values', () => {
    const { code, out } = pending('show', 'second/c1');
    expect(code).toBe(0);
    expect(out).toMatch(/^second\/c1\n {2}tool +pay \(version .+\)\n {2}state +approval\n {2}tenant +acme\n/);
    expect(out).toContain('\narguments\n  cents  700\n  note   rent\n\npreview\n  Pays for rent.\n  Today.\n');
    expect(out).toMatch(/\ndecide with\n {2}haft pending approve second\/c1 --request [\w-]+\n/);
    expect(out).toContain('\n  haft pending deny second/c1 --reason TEXT\n');
    expect(out).not.toContain('secret');
    expect(pending('show', 'second/c1', '--json').out).not.toContain('secret');
    expect(JSON.parse(pending('show', 'second/c1', '--json').out)).toMatchObject({ key: 'second/c1' });
  });

  it('executes an approved call once, and says that it was decided', () => {
    expect(haft(folder, ['pending', 'approve', keyOf('first/c1'), '--by', 'eve'])).toEqual({
      code: 0,
      out: `✓ approved ${keyOf('first/c1')}\n{"paid":500}\n`,
      err: '',
    });
    const second = pending('approve', 'first/c1');
    expect([second.code, second.out]).toEqual([1, '']);
    expect(second.err).toMatch(/^error HAFT_DECISION_USED: There was a decision before/);
    expect(payments(folder)).toEqual([{ cents: 500, token: 'secret-1', by: 'eve' }]);
    expect(pending('show', 'first/c1').out).toContain('\noutcome\n  success\n  {"paid":500}\n');
  });

  it('denies a call with a reason for the model', () => {
    ask(folder, 'denied', { cents: 1, token: 't' });
    expect(pending('deny', 'denied/c1').err).toContain("required option '--reason <text>' not specified");
    expect(pending('deny', 'denied/c1', '--reason', 'Too much.')).toEqual({
      code: 0,
      out: '✓ denied denied/c1\nToo much.\n',
      err: '',
    });
  });

  it('approves other arguments, and prints the changes without sensitive values', () => {
    ask(folder, 'less', { cents: 900, note: 'rent', token: 'secret-3' });
    writeFileSync(join(folder, 'args.json'), JSON.stringify({ cents: 300, note: 'rent', token: 'secret-4' }));
    const { code, out } = pending('approve', 'less/c1', '--arguments', `@${join(folder, 'args.json')}`);
    expect(code).toBe(0);
    expect(out).toMatch(/^✓ approved less\/c1\n {2}cents: 900 → 300\n {2}token: given, not shown\n/);
    expect(payments(folder).at(-1)).toEqual({ cents: 300, note: 'rent', token: 'secret-4' });
    ask(folder, 'same', { cents: 5, token: 'secret-5' });
    const approve = ['pending', 'approve', keyOf('same/c1'), '--arguments', '-'];
    expect(haftInThread(folder, approve, '{"cents":6}').code).toBe(0);
    expect(payments(folder).at(-1)).toEqual({ cents: 6, token: 'secret-5' });
  });

  it('executes a call with the arguments that the approver changed, and names the change', () => {
    ask(folder, 'other', { cents: 900, note: 'rent', token: 't' });
    const before = payments(folder).length;
    expect(pending('approve', 'other/c1', '--arguments', '{"cents":900,"note":"food"}')).toEqual({
      code: 0,
      out: '✓ approved other/c1\n  note: rent → food\nThe arguments were changed by the user: note.\n\n{"paid":900}\n',
      err: '',
    });
    expect(payments(folder)).toHaveLength(before + 1);
  });

  it('refuses an approval of a request that the call no longer asks with', () => {
    ask(folder, 'changed', { cents: 900, note: 'rent', token: 't' });
    const shown = pending('show', 'changed/c1').out;
    const seen = shown.match(/haft pending (approve .*)\n/)?.[1]?.split(' ') ?? [];
    expect(pending('approve', 'changed/c1', '--arguments', '{"cents":900,"note":"food"}').code).toBe(0);
    const before = payments(folder).length;
    const { code, err } = pending(...seen);
    expect([code, payments(folder).length]).toEqual([1, before]);
    expect(err).toMatch(/^error HAFT_DECISION_USED/);
  });

  it('leaves the call to another process with --no-execute', () => {
    ask(folder, 'later', { cents: 2, token: 't' });
    const before = payments(folder).length;
    expect(pending('approve', 'later/c1', '--no-execute')).toEqual({
      code: 0,
      out: '✓ approved later/c1\nruntime.recover() of a process of the project executes it\n',
      err: '',
    });
    expect(payments(folder)).toHaveLength(before);
    expect(pending('show', 'later/c1').out).toMatch(/\n {2}state +approved\n/);
  });

  it('waits for the end of a call in the background', () => {
    askLater(folder, 'background', { cents: 8, token: 't' });
    expect(pending('approve', 'background/c1')).toEqual({
      code: 0,
      out: '✓ approved background/c1\n{"paid":8}\n',
      err: 'The call is executed in the background. Waiting for its end.\n',
    });
    expect(payments(folder).at(-1)).toEqual({ later: 8 });
    expect(pending('show', 'background/c1').out).toContain('\noutcome\n  success\n  {"paid":8}\n');
  });

  it('rejects invalid arguments and leaves the call open', () => {
    ask(folder, 'bad', { cents: 2, token: 't' });
    const { code, err } = pending('approve', 'bad/c1', '--arguments', '{"cents":"many"}');
    expect(code).toBe(1);
    expect(err).toContain('error HAFT_INVALID_DECISION:');
    expect(pending('approve', 'bad/c1', '--arguments', '[1]').code).toBe(2);
    expect(pending('approve', 'bad/c1', '--arguments', '{secret').err).not.toContain('{secret');
    expect(pending('approve', 'bad/c1', '--arguments', '@none.json').err).toContain("The file 'none.json'");
    expect(pending('done', 'bad/c1', '--value', '1').err).toContain('error HAFT_WRONG_DECISION_KIND:');
    expect(pending('show', 'bad/c1').out).toMatch(/\n {2}state +approval\n/);
  });

  it.each([
    ['done', ['--value', '{"paid":4}'], '✓ marked as done: done/c1\n{"paid":4}\n', 0],
    ['again', [], '✓ approved again: again/c1\n{"paid":4}\n', 1],
    ['deny', ['--reason', 'It failed.'], '✓ denied deny/c1\nIt failed.\n', 0],
  ])('decides a call whose outcome is unknown: %s', (action, options, out, paid) => {
    ask(folder, action, { cents: 4, token: 't' });
    expect(runWith(folder, [COMMAND, 'pending', 'approve', keyOf(`${action}/c1`)], { DIES: '1' }).code).toBe(9);
    recover(folder);
    // It also executes calls of the tests before whose time has come.
    const before = payments(folder).length;
    expect(pending('list').out).toContain(`${action}/c1`);
    expect(pending('show', `${action}/c1`).out).toContain(
      `\ndecide with\n  haft pending done ${action}/c1 --value JSON\n  haft pending again ${action}/c1\n`,
    );
    expect(pending(action, `${action}/c1`, ...options)).toEqual({ code: 0, out, err: '' });
    expect(payments(folder)).toHaveLength(before + paid);
    expect(pending(action, `${action}/c1`, ...options).err).toContain('HAFT_DECISION_USED');
  });

  it('supplies the input that a call asks for, after the same checks', () => {
    askUser(folder, 'input');
    const shown = pending('show', 'input/c1').out;
    expect(shown).toMatch(/\ndecide with\n {2}haft pending supply input\/c1 --request [\w-]+ --values JSON\n/);
    expect(shown).toContain('\n  haft pending deny input/c1 --reason TEXT\n');
    expect(pending('supply', 'input/c1', '--values', '{"answer":"green"}').err).toContain('HAFT_INVALID_DECISION');
    expect(pending('supply', 'input/c1', '--values', '"blue"').err).toContain(
      'The value of --values is not a JSON object.',
    );
    expect(pending('result', 'input/c1', '--value', '"blue"').err).toContain('HAFT_WRONG_DECISION_KIND');
    expect(pending('supply', 'input/c1', '--values', '{"answer":"blue"}')).toEqual({
      code: 0,
      out: '✓ supplied the input of input/c1\nblue\n',
      err: '',
    });
    expect(pending('supply', 'input/c1', '--values', '{"answer":"red"}').err).toContain('HAFT_DECISION_USED');
  });

  it('gives the result of an external call, after the same checks', () => {
    askSeal(folder, 'external');
    expect(pending('show', 'external/c1').out).toContain(
      '\ndecide with\n  haft pending result external/c1 --value JSON\n  haft pending fail external/c1 --reason TEXT\n' +
        '  haft pending retry external/c1 --reason TEXT\n  haft pending deny external/c1 --reason TEXT\n',
    );
    expect(pending('result', 'external/c1', '--value', '{"number":"x"}').err).toContain('HAFT_INVALID_DECISION');
    expect(pending('approve', 'external/c1').err).toContain('HAFT_WRONG_DECISION_KIND');
    writeFileSync(join(folder, 'result.json'), '{"number":7}');
    expect(pending('result', 'external/c1', '--value', `@${join(folder, 'result.json')}`)).toEqual({
      code: 0,
      out: '✓ gave the result of external/c1\n{"number":7}\n',
      err: '',
    });
  });

  it.each([
    ['fail', '✓ marked as failed: fail-seal/c1\n'],
    ['retry', '✓ asked the model to correct retry-seal/c1\n'],
  ])('ends an external call with a text for the model: %s', (action, line) => {
    askSeal(folder, `${action}-seal`);
    const { code, out, err } = pending(action, `${action}-seal/c1`, '--reason', 'The office is closed.');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(line);
    expect(out).toContain('The office is closed.');
  });

  it('names a similar key, or the command that lists the keys', () => {
    const near = keyOf('second/c1').slice(0, -1);
    const { code, err } = pending('approve', near);
    expect(code).toBe(1);
    expect(err).toContain(
      `error HAFT_UNKNOWN_DECISION: The ledger has no call with the key '${near}'.\n  Did you mean 'second/c1'?\n`,
    );
    expect(pending('show', 'qqqqqqqqqqqqqqq').err).toContain('Run `haft pending list` to see the keys.');
  });

  it('escapes characters that control a terminal', () => {
    const evil = '\u001b]0;owned\u0007\u009b2J\u202e\rgone';
    ask(folder, 'evil', { cents: 1, note: evil, token: 't' }, `eve${evil}`);
    const control = /(?!\n)[\p{Cc}\p{Cf}]/u;
    const printed = [
      pending('list'),
      pending('show', 'evil/c1'),
      pending('list', '--json'),
      pending('show', 'evil\u001b[2J'),
    ];
    for (const { out, err } of printed) expect(out + err).not.toMatch(control);
    expect(pending('show', 'evil/c1').out).toContain('note   \\u001b]0;owned\\u0007\\u009b2J\\u202e\\u000dgone\n');
    const json = JSON.parse(pending('show', 'evil/c1', '--json').out) as { readonly arguments: object };
    expect(json.arguments).toEqual({ cents: 1, note: evil });
  });
});

describe('haft pending in a project', () => {
  it('says that the runtime has no ledger', () => {
    const files = {
      'runtime.js': "import { createRuntime } from 'haft';\nexport const runtime = createRuntime({ toolsets: [] });\n",
    };
    const { code, err } = haft(project(files, { runtime: 'runtime.js' }), ['pending', 'list']);
    expect(code).toBe(1);
    expect(err).toContain('error HAFT_INVALID_OPTION: runtime.pending needs a ledger');
  });

  it.each([
    ['no command', [], 'Usage: haft pending'],
    ['an unknown command', ['aprove', 'x'], "unknown command 'aprove'\n(Did you mean approve?)"],
    ['an unknown kind', ['list', '--kind', 'x'], 'Allowed choices are approval, input, external, program.'],
    ['a length of time without a unit', ['list', '--older-than', '30'], "error: '30' is not a length of time."],
  ])('rejects %s', (_case, args, problem) => {
    const { code, err } = haftInThread(process.cwd(), ['pending', ...args]);
    expect(err).toContain(problem);
    expect(code).toBe(2);
  });
});
