import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The cache of this run. `npx` keeps packages by version in it, and packages of this repository
 * change without a new version.
 */
const CACHE = mkdtempSync(join(tmpdir(), 'haft-cache-'));
process.once('exit', () => rmSync(CACHE, { recursive: true, force: true }));

/** A new project outside this repository. */
export class Project {
  folder = mkdtempSync(join(tmpdir(), 'haft-stranger-'));

  constructor(registry) {
    this.registry = registry;
    const line = `registry=${registry}\n`;
    this.write('.npmrc', `${line}audit=false\nfund=false\nupdate-notifier=false\n`);
    this.write('.yarnrc', `registry "${registry}"\n`);
  }

  write(file, text) {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text, undefined, 2));
  }

  read(file) {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /**
   * Runs a command and resolves with its output. Rejects if it fails.
   *
   * @param inside - the folder in the project. Default: the project
   */
  run(command, args, env = {}, inside = '.') {
    const options = {
      cwd: join(this.folder, inside),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      timeout: 600_000,
      env: { ...this.environment(), ...env },
    };
    return new Promise((resolve, reject) => {
      execFile(command, args, options, (error, out, err) => {
        if (error) reject(new Error(`${command} ${args.join(' ')} failed:\n${out.slice(-3000)}\n${err.slice(-3000)}`));
        else resolve(out);
      });
    });
  }

  /** The variables of a user's shell. */
  environment() {
    return {
      ...process.env,
      // npm sets them for scripts of this repository, and would install no development
      // dependencies.
      NODE_ENV: undefined,
      npm_config_omit: undefined,
      // A variable of the caller would be stronger than the file of the project.
      npm_config_registry: this.registry,
      npm_config_cache: CACHE,
      CI: 'true',
      NEXT_TELEMETRY_DISABLED: '1',
    };
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The options of a compiler for a project whose sources are in `src`. */
export const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
};

/** A class with one tool, which returns its argument. */
export const ECHO = `import { Tool, Toolset } from 'haft';

/** Echoes. */
@Toolset()
export class EchoToolset {
  /** Says it again. */
  @Tool()
  echo(text: string): string {
    return text;
  }
}
`;

/** A module whose `answers()` makes a valid, a wrong and a broken call. */
export const ANSWERS = `import { createRuntime, defineTool, toolset } from 'haft';
const parameters = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};
const echo = defineTool({
  name: 'echo',
  description: 'Echoes.',
  parameters,
  execute: async ({ text }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return text;
  },
});
export async function answers() {
  const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun({ retries: 9 });
  const outcomes = [];
  for (const args of ['{"text":"a"}', '{"text":[1]}', "{'text':'a',}"])
    outcomes.push((await run.call({ name: 'echo', arguments: args })).status);
  return outcomes.join();
}
`;

/** The statuses of these calls. */
export const EXPECTED = 'success,retry,success';

/**
 * Starts a command in the folder of a project, and asks `holds` four times a second what it found,
 * for at most two minutes. Ends the command and all processes that it started.
 *
 * @param holds - gets what the command printed. Returns undefined if it must be asked again
 * @returns the answer of `holds`. Rejects if there is none
 */
export async function during(project, [command, ...args], { env = {}, inside = '.' }, holds) {
  const cwd = join(project.folder, inside);
  const child = spawn(command, args, { cwd, env: { ...project.environment(), ...env }, detached: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  try {
    for (let tries = 0; tries < 480; tries++) {
      const found = await holds(printed);
      if (found !== undefined) return found;
      await wait(250);
    }
    throw new Error(`${command} ${args.join(' ')} printed:\n${printed.slice(-3000)}`);
  } finally {
    kill(child.pid);
  }
}

/** Ends a command and all processes that it started, if they run. */
function kill(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs parts one after another, prints a line for each, and makes the process fail at the end if
 * one failed.
 */
export async function report(parts) {
  let failed = 0;
  for (const [title, part] of parts) {
    const started = Date.now();
    const problem = await part().then(
      (text) => (text === undefined || text.includes(EXPECTED) ? undefined : `it printed ${text}`),
      (error) => error.message,
    );
    if (problem !== undefined) failed += 1;
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `${problem === undefined ? 'ok' : 'FAILED'}: ${title} (${seconds} s)${problem === undefined ? '' : `\n${problem}`}`,
    );
  }
  console.log(`Tests: ${parts.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
