import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

/** The longest time of one block, in milliseconds. */
const PATIENCE_MS = 120_000;

/** A reader who follows a page. */
export class Reader {
  #folder;
  #environment;
  #port;
  #printed = '';
  #started;

  constructor({ folder, registry, port }) {
    this.#folder = folder;
    this.#port = port;
    this.#environment = {
      ...withoutNpm(process.env),
      npm_config_registry: registry,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_yes: 'true',
      PORT: String(port),
      NO_COLOR: '1',
      CI: 'true',
    };
  }

  async follow(step) {
    const what = { run: this.#run, start: this.#start, write: this.#write, prints: this.#check }[step.kind];
    try {
      console.log(`${step.line}: ${step.kind} ${step.file ?? step.text.trim().split('\n')[0]}`);
      await what.call(this, step);
    } catch (error) {
      throw new Error(`line ${step.line}: ${error.message}`);
    }
  }

  /** Stops the started process. */
  async stop() {
    const child = this.#started;
    this.#started = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const end = closed(child);
    process.kill(-child.pid, 'SIGTERM');
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5_000);
    await end;
    clearTimeout(timer);
  }

  async #write({ file, text }) {
    const path = join(this.#folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  async #run({ text }) {
    const where = join(this.#folder, '.guide-folder');
    const child = this.#spawn(`set -eo pipefail\n${text}\npwd > '${where}'`);
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), PATIENCE_MS);
    const [stdout, stderr, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), closed(child)]);
    clearTimeout(timer);
    if (code !== 0) throw new Error(`exit code ${code}\n${stdout}${stderr}`);
    this.#folder = (await readFile(where, 'utf8')).trim();
    await rm(where);
    this.#printed = stdout;
  }

  async #start({ text, until }) {
    await this.stop();
    const child = this.#spawn(`set -e\n${text}`);
    this.#started = child;
    let printed = '';
    let timer;
    const waiting = new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it did not print '${until}':\n${printed}`)), PATIENCE_MS);
      const read = (chunk) => {
        printed += chunk;
        if (printed.includes(until)) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', (code) => reject(new Error(`it ended with exit code ${code}:\n${printed}`)));
    });
    await waiting.finally(() => clearTimeout(timer));
  }

  /**
   * Starts the script as the leader of a process group, so that all its children can be stopped.
   */
  #spawn(script) {
    const text = script.replaceAll('localhost:3000', `localhost:${this.#port}`);
    return spawn('bash', ['-c', text], {
      cwd: this.#folder,
      env: this.#environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  #check({ text }) {
    const pattern = text.trim().split('...').map(escaped).join('[^]*');
    if (!new RegExp(`^\\s*${pattern}\\s*$`).test(this.#printed)) throw new Error(`it printed\n${this.#printed}`);
  }
}

function closed(child) {
  return new Promise((resolve) => child.once('close', resolve));
}

/**
 * Removes the variables that npm sets for this script, so that the reader's npm does not see them.
 */
function withoutNpm(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        !/^(npm_(?!config_)|npm_config_(local_prefix|prefix|omit)|INIT_CWD|NODE_OPTIONS|NODE_ENV)/i.test(name),
    ),
  );
}

function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
