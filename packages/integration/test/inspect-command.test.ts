import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

const HERE = join(import.meta.dirname, '..');
const HAFT = join(HERE, '../cli/bin/haft.js');

const SERVING = 'while it serves the page';
const BUSY = 'while a process that a call blocks should hand over its calls';

/** Blocks a process, and takes no time of the processor. */
const BLOCK = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

/** A module of a project with one tool, in plain JavaScript. */
const runtimeWith = (tool: string): string => `
import { createRuntime, defineTool, toolset } from 'haft';
export const runOptions = { userId: 'ada' };
export const presets = { eve: { userId: 'eve' } };
export const runtime = createRuntime({
  toolsets: toolset('desk', [
    defineTool({
      name: '${tool}',
      description: 'Greets.',
      parameters: { type: 'object', properties: {} },
      execute: (_args, run) => 'hello ' + run.userId,
    }),
  ]),
});
`;

describe('haft inspect [TSP-24]', () => {
  let folder: string;
  let child: ChildProcess;
  let address: string;
  let token: string;

  async function start(): Promise<void> {
    mkdirSync(join(HERE, 'node_modules'), { recursive: true });
    folder = mkdtempSync(join(HERE, 'node_modules/inspected-'));
    mkdirSync(join(folder, 'dist'));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ type: 'module', haft: { runtime: 'dist/runtime.js' } }),
    );
    change(runtimeWith('greet'));
    child = spawn(process.execPath, [HAFT, 'inspect', '--no-watch', '--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The leader of a group of its own, as a terminal starts a command.
      detached: true,
    });
    let printed = '';
    child.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (printed += data.toString()));
    const exited = once(child, 'exit').then(() => {
      throw new Error(`haft inspect ended: ${printed}`);
    });
    exited.catch(() => undefined);
    const found = async (): Promise<RegExpExecArray> => {
      for (;;) {
        const match = /(http:\S+)\/#token=(\S+)/.exec(printed);
        if (match !== null) return match;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    [, address = '', token = ''] = await Promise.race([found(), exited]);
    // The address is printed before the runtime is loaded.
    await Promise.race([ask('project'), exited]);
  }

  async function stop(): Promise<void> {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  }

  async function ask<Body>(path: string, body?: object): Promise<Body> {
    const response = await fetch(`${address}/haft-api/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Body;
  }

  /** Asks until the answer is as wanted. Restarts and file events take their time. */
  async function until<Body>(path: string, isWanted: (body: Body) => boolean): Promise<Body> {
    for (;;) {
      const body = await ask<Body>(path);
      if (isWanted(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  interface Project {
    readonly tools?: readonly { readonly name: string }[];
    readonly presets?: readonly string[];
    readonly build?: { readonly failure?: string };
  }

  const namesOf = ({ tools = [] }: Project): readonly string[] => tools.map(({ name }) => name);
  const call = (tool: string, preset = 'default'): Promise<{ number: number; outcome: { text: string } }> =>
    ask('calls', { tool, arguments: {}, preset, keepRun: false });

  const change = (code: string): void => {
    writeFileSync(join(folder, 'dist/runtime.js'), code);
  };
  /** The processes that loaded the runtime, in order. */
  const loaded = (): readonly number[] => {
    const file = join(folder, 'pids');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  };
  /** A module that writes its process id, and then does something. */
  const module = (rest: string): string => `import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + '\\n');
    ${rest}`;
  const untilLoaded = async (count: number): Promise<void> => {
    while (loaded().length < count) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const served = (): string => module(runtimeWith('served'));
  const ignoresSignals = "for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => undefined);";

  const MOMENTS: Readonly<Record<string, () => Promise<void>>> = {
    [SERVING]: async () => {
      change(served());
      await until<Project>('project', (body) => namesOf(body).includes('served'));
    },
    'at once after a change': async () => {
      change(served());
      await Promise.resolve();
    },
    'when a process has just loaded the changed code': async () => {
      change(served());
      await untilLoaded(1);
    },
    'while a process starts that ignores signals and never ends': async () => {
      change(module(`${ignoresSignals} await new Promise((resolve) => setTimeout(resolve, 600_000));`));
      await untilLoaded(1);
    },
    'while it serves the page, in a process that ignores signals': async () => {
      change(module(`${ignoresSignals} ${runtimeWith('deaf')}`));
      await until<Project>('project', (body) => namesOf(body).includes('deaf'));
    },
    'after code that fails': async () => {
      change(module("throw new Error('half written');"));
      await until<Project>('project', (body) => body.build?.failure !== undefined);
    },
    [BUSY]: async () => {
      const [begun, over] = [join(folder, 'begun'), join(folder, 'over')];
      const forever = `{ appendFileSync(${JSON.stringify(begun)}, ''); ${BLOCK} }`;
      change(module(runtimeWith('busy').replace("'hello ' + run.userId", forever)));
      await until<Project>('project', (body) => namesOf(body).includes('busy'));
      call('busy').catch(() => undefined);
      while (!existsSync(begun)) await new Promise((resolve) => setTimeout(resolve, 20));
      const later = `setTimeout(() => appendFileSync(${JSON.stringify(over)}, ''), 500);`;
      change(module(`${later} ${runtimeWith('after')}`));
      while (!existsSync(over)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };

  describe('in one process', () => {
    beforeAll(start);
    beforeEach(async () => {
      // A test before may have changed the code.
      if (readFileSync(join(folder, 'dist/runtime.js'), 'utf8') === runtimeWith('greet')) return;
      change(runtimeWith('greet'));
      await until<Project>('project', (body) => namesOf(body).includes('greet'));
    });
    afterAll(stop);

    test('serves the page, and calls the tools of the project with its options', async () => {
      const page = await fetch(`${address}/`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect((await fetch(`${address}/haft-api/project`)).status).toBe(401);
      const project = await ask<Project>('project');
      expect([namesOf(project), project.presets]).toEqual([['greet'], ['default', 'eve']]);
      expect((await call('greet')).outcome.text).toBe('hello ada');
      const { number, outcome } = await call('greet', 'eve');
      expect(outcome.text).toBe('hello eve');
      const { text } = await ask<{ text: string }>(`calls/${number}/test`);
      expect(text).toContain('import { presets, runtime } from "../dist/runtime.js";');
      expect(text).toContain('runtime.startRun(presets["eve"])');
    });

    test('answers a body that is too long with 413, and the next requests', async () => {
      const long = { tool: 'greet', arguments: 'x'.repeat(3_000_000), preset: 'default', keepRun: false };
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await ask('calls', long)).toMatchObject({ error: { code: 'BODY_TOO_LARGE' } });
        expect((await call('greet')).outcome.text).toBe('hello ada');
      }
    });

    test('shows other tools after a change, at the same address and with the calls before', async () => {
      const { number } = await call('greet');
      change(runtimeWith('welcome'));
      await until<Project>('project', (body) => namesOf(body).includes('welcome'));
      expect(await ask(`calls/${number}`)).toMatchObject({ tool: 'greet', status: 'success' });
      expect((await call('welcome')).number).toBeGreaterThan(number);
    });

    test('keeps the last page while the code is broken, and says why', async () => {
      change('throw new Error("half written");');
      const { build } = await until<Project>('project', (body) => body.build?.failure !== undefined);
      expect(build?.failure).toContain('half written');
      expect((await call('greet')).outcome.text).toBe('hello ada');
      change(runtimeWith('greet'));
      await until<Project>('project', (body) => namesOf(body).includes('greet') && body.build?.failure === undefined);
    });

    test('shows other tools after a change while a call blocks the process before', async () => {
      await MOMENTS[BUSY]?.();
      await until<Project>('project', (body) => namesOf(body).includes('after'));
      await Promise.all(loaded().slice(0, 1).map(waitForEnd));
    });
  });

  describe('with a signal', () => {
    beforeEach(start);
    afterEach(stop);

    const ofGroup = -1;
    const ofCommand = 1;
    test.each([
      ...Object.keys(MOMENTS).map((moment) => ['Ctrl-C', moment, 'SIGINT', ofGroup] as const),
      ['SIGINT', SERVING, 'SIGINT', ofCommand] as const,
      ['SIGTERM', BUSY, 'SIGTERM', ofCommand] as const,
    ])('ends with all its processes at %s %s', async (_name, moment, signal, whose) => {
      await MOMENTS[moment]?.();
      process.kill(whose * (child.pid ?? 0), signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      expect(code).toBe(0);
      await Promise.all(loaded().map(waitForEnd));
      await expect(fetch(`${address}/`)).rejects.toThrow();
    });
  });
});

/** Resolves when there is no process with this id. */
async function waitForEnd(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
