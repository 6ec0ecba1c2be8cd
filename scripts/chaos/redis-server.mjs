import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export function hasRedis() {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A Redis that writes each change to its append-only file, on a socket in a temporary folder. */
export class RedisServer {
  folder = mkdtempSync(join(tmpdir(), 'haft-redis-'));
  socket = join(this.folder, 'redis.sock');
  kills = 0;
  #abandon = () => {
    this.child?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  };

  async start() {
    process.once('exit', this.#abandon);
    await this.#spawn();
    return this;
  }

  /** Kills Redis, and starts it again later with the data of its file. */
  async restart(downMs) {
    this.kills += 1;
    await this.#kill();
    await wait(downMs);
    await this.#spawn();
  }

  async stop() {
    process.off('exit', this.#abandon);
    await this.#kill();
    this.#abandon();
  }

  async #spawn() {
    const settings = ['--port', '0', '--unixsocket', this.socket, '--save', '', '--dir', this.folder];
    this.child = spawn('redis-server', [...settings, '--appendonly', 'yes', '--appendfsync', 'always']);
    await new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
      this.child.stdout.on('data', (text) => {
        if (String(text).includes('eady to accept connections')) resolve();
      });
    });
  }

  async #kill() {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
