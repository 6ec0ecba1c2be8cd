import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accountOf } from './account.mjs';
import { Journal } from './journal.mjs';
import { between } from './random.mjs';

/** The journals that grow while calls progress. */
const PROGRESS = ['answers', 'decisions', 'payments'];
const ENTRY_BYTES = 120;
/** Kills and pauses without any progress in between that end a scenario. */
const MOST_IDLE_ROUNDS = 8;

/** Starts a program of this folder with its settings. */
export function forkProgram(program, settings) {
  return fork(join(import.meta.dirname, program), [JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}

/**
 * Ends all calls with new processes, and counts.
 *
 * @param roles - the processes that help
 */
export async function drain(random, settings, roles = []) {
  const crowd = new Crowd(random, { ...settings, faultProbability: 0 });
  for (const role of roles) crowd.start(role);
  await crowd.start('drain').ended;
  await crowd.end();
  return accountOf(settings.folder, settings.storeAt);
}

/** Sends a message to processes, and returns their answers. Without one, waits for their first. */
export async function askAll(members, message) {
  const answers = members.map(({ child }) => once(child, 'message'));
  if (message !== undefined) for (const { child } of members) child.send(message);
  return (await Promise.all(answers)).map(([answer]) => answer);
}

/** The processes of a scenario. Those that die of SIGKILL start again, with the same role. */
export class Crowd {
  members = [];
  kills = 0;
  pauses = 0;
  isOver = false;
  failure = undefined;
  idleRounds = 0;

  constructor(random, settings) {
    this.random = random;
    this.settings = settings;
  }

  start(role, others = {}) {
    const argument = { ...this.settings, ...others, role, seed: between(this.random, 1, 1_000_000_000) };
    const { program = 'process.mjs' } = this.settings;
    const child = forkProgram(program, argument);
    const member = { child, isReady: false, ended: once(child, 'exit') };
    child.once('message', () => (member.isReady = true));
    child.once('exit', (code, signal) => {
      this.members = this.members.filter((one) => one !== member);
      if (this.isOver || role === 'drain' || (role === 'stopper' && code === 0)) return;
      if (signal !== 'SIGKILL') {
        this.isOver = true;
        this.failure = new Error(`A ${role} ended with ${code ?? signal}.`);
        return;
      }
      this.kills += 1;
      this.start(role, others);
    });
    this.members.push(member);
    return member;
  }

  /** Kills random processes while calls progress, until there are enough kills. */
  async killUntil(kills) {
    while (this.kills < kills && !this.isOver) {
      await this.progress(between(this.random, 1, 8));
      await wait(between(this.random, 0, 15));
      this.anyMember()?.child.kill('SIGKILL');
    }
  }

  /** Stops and continues random processes, so that their leases end meanwhile. */
  async pauseUntil(pauses, pausedMs) {
    for (let count = 0; count < pauses && !this.isOver;) {
      await this.progress(between(this.random, 1, 4));
      const member = this.anyMember();
      if (member === undefined) continue;
      count += 1;
      member.child.kill('SIGSTOP');
      await wait(between(this.random, ...pausedMs));
      member.child.kill('SIGCONT');
    }
    this.pauses = pauses;
  }

  anyMember() {
    const ready = this.members.filter((one) => one.isReady);
    return ready[between(this.random, 0, ready.length - 1)];
  }

  /**
   * Waits for entries in the journals, but not longer than `mostMs`: a dead process may stop the
   * others. Waits longer each time without entries, since a busy machine starts processes slowly.
   */
  async progress(entries, mostMs = 3_000) {
    const { folder } = this.settings;
    const size = () => PROGRESS.reduce((sum, name) => sum + new Journal(folder, name).size, 0);
    const before = size();
    const enough = before + entries * ENTRY_BYTES;
    for (const end = Date.now() + mostMs * (1 + this.idleRounds); size() < enough && Date.now() < end && !this.isOver;)
      await wait(5);
    this.idleRounds = size() > before ? 0 : this.idleRounds + 1;
    if (this.idleRounds === MOST_IDLE_ROUNDS) throw new Error('The calls make no progress.');
  }

  async end() {
    this.isOver = true;
    const { members } = this;
    for (const { child } of members) child.kill('SIGKILL');
    await Promise.all(members.map(({ ended }) => ended));
    if (this.failure !== undefined) throw this.failure;
  }
}
