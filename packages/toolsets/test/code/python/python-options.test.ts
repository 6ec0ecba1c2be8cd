import { existsSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonBackend } from '../../../src/code/python/python-backend.js';
import { findPython } from '../../../src/code/python/find-python.js';
import { viewOf } from '../../../src/code/python/launch-python.js';
import { PythonOptions } from '../../../src/code/python/python-options.js';
import { findSandbox } from '../../../src/sandbox/find-sandbox.js';
import { seccompFilter } from '../../../src/sandbox/seccomp-filter.js';
import { folderWith, removeFolders } from './support/python-host.js';
import { describePython, fakeBridge, isRoot, resultOf, runPython } from './support/run-python.js';

afterAll(removeFolders);

const NOBODY = { uid: 65_534, gid: 65_534 };

const codeOf = (make: () => unknown): unknown => {
  try {
    make();
  } catch (error) {
    return [(error as { code: string }).code, (error as Error).message];
  }
  return undefined;
};

it('needs bubblewrap unless it is unsafe', () => {
  const bubblewrap = '/missing/bwrap';
  expect(codeOf(() => new PythonBackend({ bubblewrap }))).toEqual([
    'HAFT_NO_SANDBOX',
    `There is no ${bubblewrap} on this host.`,
  ]);
});

it('needs Python', () => {
  expect(codeOf(() => new PythonBackend({ python: '/missing/python3' }))).toEqual([
    'HAFT_NO_SANDBOX',
    'There is no /missing/python3 on this host.',
  ]);
  const [code, message] = codeOf(() => new PythonBackend({ python: '/bin/true' })) as string[];
  expect([code, message]).toEqual(['HAFT_NO_SANDBOX', '/bin/true is not Python 3.']);
});

/** Makes an interpreter whose shell code gets the arguments of Python. Returns its path. */
const fakePython = (code: string): string => {
  const path = join(folderWith({}), 'python3');
  writeFileSync(path, code);
  chmodSync(path, 0o755);
  return path;
};
const answering = (...lines: string[]): string => fakePython(`#!/bin/sh\nprintf '%s\\n' '${lines.join("' '")}'\n`);

it.each(['2.7', '3.7'])('rejects Python %s', (version) => {
  const path = answering(version, '/usr/bin/python', '/usr');
  expect(codeOf(() => findPython(path))).toEqual(['HAFT_NO_SANDBOX', `${path} is Python ${version}.`]);
});

it.each([
  ['3.8', '/usr', []],
  ['3.14', '/usr/local', []],
  ['4.0', '/opt/python', ['/opt/python']],
  ['3.12', '/usrlocal', ['/usrlocal']],
])('accepts Python %s, and shows its library in %s if that is outside of /usr', (version, library, prefix) => {
  expect(findPython(answering(version, '/a/python', library))).toEqual({ executable: '/a/python', prefix });
});

it('tells why an interpreter does not start', () => {
  const path = fakePython('#!/missing/interpreter\n');
  expect(codeOf(() => findPython(path))).toEqual([
    'HAFT_NO_SANDBOX',
    `${path} is not Python 3: spawnSync ${path} ENOENT`,
  ]);
});

it('shows a program the mounts alone, without variables and without the network', () => {
  const options = { mounts: ['/data'], maxMemoryBytes: 60_000_000 } as unknown as PythonOptions;
  expect(viewOf(options)).toEqual({
    roots: [],
    mounts: ['/data'],
    env: {},
    network: false,
    maxMemoryBytes: 60_000_000,
  });
});

it('runs Python wherever bubblewrap runs a command', () => {
  // The other tests of Python skip if it does not run.
  if (!existsSync('/usr/bin/python3') || findSandbox({ unsafe: true, ...(isRoot && { user: NOBODY }) }) === undefined)
    return;
  expect(new PythonBackend({ python: '/usr/bin/python3' }).isUnsafe).toBe(false);
});

it.each([
  [{ maxMemoryBytes: 1_000 }, 'maxMemoryBytes of the code toolset is 1000.'],
  [{ maxMemoryBytes: Number.NaN }, 'maxMemoryBytes of the code toolset is NaN.'],
  [{ mounts: ['data'] }, "mounts has 'data', which is not an absolute path."],
  [{ mounts: ['/'] }, "mounts has '/', which the sandbox cannot show."],
  [{ modules: ['/proc/1'] }, "modules has '/proc/1', which the sandbox cannot show."],
])('rejects the settings %j', (settings, message) => {
  expect(codeOf(() => new PythonBackend(settings))).toEqual(['HAFT_INVALID_OPTION', message]);
});

describePython('settings of Python', () => {
  it('reports a mount that does not exist when the back end is made', () => {
    const [code, message] = codeOf(() => new PythonBackend({ mounts: ['/missing/folder'] })) as string[];
    expect(code).toBe('HAFT_NO_SANDBOX');
    expect(message).toContain("Can't find source path /missing/folder");
  });

  it('imports modules of the folders that the host shows', async () => {
    const folder = folderWith({ 'greeting.py': 'def greet(name): return "Hello " + name' }, '/var/tmp');
    chmodSync(folder, 0o755);
    const code = 'import greeting; set_result(greeting.greet("Ada"))';
    expect(await resultOf(code, { settings: { modules: [folder] } })).toBe('Hello Ada');
    expect(await runPython(code)).toMatchObject({
      error: "ModuleNotFoundError: No module named 'greeting' (line 1, column 1)",
    });
  });

  it('limits memory as the settings say', async () => {
    const settings = { maxMemoryBytes: 100_000_000 };
    expect(await resultOf('set_result(len(bytearray(50_000_000)))', { settings })).toBe(50_000_000);
    expect(await runPython('bytearray(150_000_000)', { settings })).toMatchObject({ error: 'out of memory' });
  });

  it('runs in the filter of system calls that allows one process', () => {
    expect(new PythonOptions().sandbox?.filter).toEqual(seccompFilter(process.arch, { oneProcess: true }));
  });

  it('finds the interpreter behind a script in PATH', () => {
    const folder = folderWith({});
    mkdirSync(join(folder, 'shims'));
    const shim = join(folder, 'shims/python3');
    const { executable } = findPython();
    writeFileSync(shim, `#!/bin/sh\nexec ${executable} "$@"\n`);
    chmodSync(shim, 0o755);
    expect(findPython(shim).executable).toBe(executable);
  });

  (isRoot ? it : it.skip)('runs code as the user of the settings', async () => {
    const settings = { user: { uid: 54_321, gid: 54_321 } };
    expect(await resultOf('set_result(1)', { settings })).toBe(1);
  });
});

/** Python without a sandbox, which these tests need not reach on hosts without Python. */
const describeUnsafe = existsSync('/usr/bin/python3') ? describe : describe.skip;

describeUnsafe('Python without a sandbox, which the settings accept', () => {
  const settings = { bubblewrap: '/missing/bwrap', unsafe: true };

  it('asks Python for the folder of its library', () => {
    const moved = 'import sys; sys.base_prefix = "/opt/moved"; exec(sys.argv[1])';
    const path = fakePython(`#!/bin/sh\nexec /usr/bin/python3 -I -S -c '${moved}' "$4"\n`);
    expect(findPython(path).prefix).toEqual(['/opt/moved']);
  });

  it.each([
    ['bad library', 'Python did not start: bad library'],
    ['', 'Python did not start: no output'],
  ])('tells why Python does not start if it says %j', async (said, message) => {
    const path = fakePython(
      `#!/bin/sh\ncase "$4" in *version_info*) printf '3.9\\n%s\\n/usr\\n' "$0";; *) echo '${said}' >&2; exit 1;; esac\n`,
    );
    const ended = runPython('print(1)', { settings: { ...settings, python: path } });
    await expect(ended).rejects.toMatchObject({ code: 'HAFT_NO_SANDBOX', message });
  });

  it('says that it is unsafe', () => {
    expect(new PythonBackend(settings).isUnsafe).toBe(true);
  });

  it('runs programs with calls, in a folder of their own that is removed', async () => {
    const bridge = fakeBridge();
    const code =
      'import os; open("a", "w").close()\nset_result([os.getcwd(), dict(os.environ), call_tool("a", {"x": 1})])';
    const [folder, env, value] = (await resultOf(code, { settings, bridge })) as [string, object, object];
    expect([env, value]).toEqual([{}, { x: 1 }]);
    expect(existsSync(folder)).toBe(false);
  });

  it('stops programs and their processes', async () => {
    const code = 'import os, time\nos.fork()\nprint(1)\ntime.sleep(1000)';
    expect(await runPython(code, { settings, seconds: 1 })).toMatchObject({
      logs: '1\n1\n',
      error: 'execution timed out after 1s',
    });
    expect(await runPython('bytearray(600_000_000)', { settings })).toMatchObject({ error: 'out of memory' });
    expect(await runPython('import os; os.close(1); os._exit(4)', { settings })).toMatchObject({
      error: 'exit code 4',
    });
  });
});
