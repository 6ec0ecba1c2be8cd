import { jest } from '@jest/globals';
import type { ToolCall, ToolOutcome } from '@haft/core';
import { decision } from '@haft/runtime';
import { USERS, type Answer, type Death, type History, type HistoryEvent, type WrittenCall } from './history.js';
import { inTime, MortalProcess, type Outside } from './mortal-process.js';
import { openRequestProblems } from './oracle.js';

/** An answer of the model, as the host stores it. */
export interface KeptAnswer {
  readonly number: number;
  readonly user: string;
  readonly hasTurn: boolean;
  readonly written: readonly WrittenCall[];
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  /** The outcomes that the host got, each time that it executed the answer. */
  readonly delivered: { readonly turn: string | undefined; readonly outcomes: readonly ToolOutcome[] }[];
}

const RUN = 'chat-1';
const LEASE_MS = 30_000;

/** The server of a chat. Its processes die and begin again. */
export class ChatServer {
  readonly answers: KeptAnswer[] = [];
  readonly foreign: string[] = [];
  /** Problems of the open requests, after each event. */
  readonly requestProblems: string[] = [];
  private process: MortalProcess;

  /** @param tenantId - the tenant of all users of this history */
  constructor(
    private readonly outside: Outside,
    readonly tenantId: string,
  ) {
    this.process = new MortalProcess(outside);
  }

  /** Lets everything happen, and then everything end. */
  async live({ events }: History): Promise<void> {
    for (const event of events) {
      await this.happens(event);
      this.requestProblems.push(...(await openRequestProblems(this, this.outside)));
      // Time passes, so that calls of living processes are idle.
      jest.setSystemTime(Date.now() + 5);
    }
    for (let rounds = 0; rounds < 3; rounds++) await this.settle();
  }

  private async happens(event: HistoryEvent): Promise<void> {
    if (event.type === 'answer') {
      const answer = this.keep(event);
      await this.mortally(event.death, () => this.perform(this.process, answer, answer.hasTurn));
    } else if (event.type === 'replay') {
      const answer = this.answers.at(event.which % Math.max(1, this.answers.length));
      if (answer === undefined) return;
      const hasTurn = answer.hasTurn !== event.isOtherForm;
      const other = event.isTwice ? new MortalProcess(this.outside) : undefined;
      const again = other && this.perform(other, answer, hasTurn);
      await this.mortally(event.death, () => this.perform(this.process, answer, hasTurn));
      if (again !== undefined) await inTime(this.outside, again);
    } else if (event.type === 'decide') {
      await this.mortally(event.death, () => this.decide(event.which, event.isApproved, event.isExecuted));
    } else await this.mortally(event.death, () => this.recover());
  }

  /** Waits for work of a process. If the process dies, another one begins. */
  private async mortally(death: Death | undefined, work: () => Promise<void>): Promise<void> {
    this.process.willDie(death);
    await inTime(this.outside, Promise.race([work(), this.process.died]));
    this.process.willDie(undefined);
    if (!this.process.isDead) return;
    // The statements of the dead process arrive before another one begins.
    while (this.outside.inProgress > 0) await new Promise((resolve) => setImmediate(resolve));
    this.foreign.push(...this.process.foreign);
    this.process = new MortalProcess(this.outside);
    jest.setSystemTime(Date.now() + LEASE_MS + 1000);
  }

  private keep({ user, calls: written, ids, hasTurn }: Answer): KeptAnswer {
    const number = this.answers.length;
    const idOf = (place: number): string =>
      ids === 'unique' ? `c${number}_${place}` : `call_${ids === 'one' ? 0 : place}`;
    const calls = written.map(({ tool, cents }, place) => ({ id: idOf(place), name: tool, arguments: { cents } }));
    const answer = { number, user: USERS[user] ?? '', hasTurn, written, calls, delivered: [] };
    this.answers.push(answer);
    return answer;
  }

  private async perform(process: MortalProcess, answer: KeptAnswer, hasTurn: boolean): Promise<void> {
    const turn = hasTurn ? `answer-${answer.number}` : undefined;
    process.user = answer.user;
    const owner = { userId: answer.user, tenantId: this.tenantId };
    const run = process.runtime.startRun({ id: RUN, ...owner, ...(turn !== undefined && { turn }) });
    const outcomes = await run.callAll(answer.calls);
    await run.end();
    process.user = undefined;
    this.foreign.push(...process.foreign.splice(0));
    answer.delivered.push({ turn, outcomes });
  }

  private async decide(which: number, isApproved: boolean, execute: boolean): Promise<void> {
    const { pending } = this.process.runtime;
    const { calls } = await pending.list({ tenantId: this.tenantId, states: ['awaiting'] });
    const call = calls.at(which % Math.max(1, calls.length));
    if (call === undefined) return;
    await pending.decide(call.key, isApproved ? decision.approve() : decision.deny(), { execute });
  }

  private async recover(): Promise<void> {
    const { failed } = await this.process.runtime.recover({ idleMs: 0 });
    if (failed.length > 0) throw failed[0]?.error;
  }

  /** A new process continues all calls, people decide about all, and hosts get all answers. */
  private async settle(): Promise<void> {
    jest.setSystemTime(Date.now() + LEASE_MS + 1000);
    this.process = new MortalProcess(this.outside);
    await inTime(this.outside, this.recover());
    for (let left = true; left;) {
      const { calls } = await inTime(
        this.outside,
        this.process.runtime.pending.list({ tenantId: this.tenantId, states: ['awaiting'] }),
      );
      left = calls.length > 0;
      if (left) await inTime(this.outside, this.decide(0, true, true));
    }
    for (const answer of this.answers)
      if (answer.delivered.length === 0) await inTime(this.outside, this.perform(this.process, answer, answer.hasTurn));
  }
}
