import { randomUUID } from 'node:crypto';
import {
  Example,
  HaftError,
  Hints,
  ModelRetry,
  Param,
  RequiresApproval,
  RunContext,
  Tool,
  ToolFailed,
  ToolResult,
  Toolset,
} from '@haft/core';
import { CallOrder } from '../call-order.js';
import { checkCalls } from './check-calls.js';
import { Mistakes } from './mistakes.js';
import { describeEntry } from './describe-entry.js';
import { refuseScheduled } from './scheduled-run.js';
import { ScheduleOptions } from './schedule-options.js';
import { localTime } from './slots/local-time.js';
import { nextSlot } from './slots/next-slot.js';
import { nowText, readRule } from './slots/read-rule.js';
import type { ScheduleRule } from './slots/schedule-rule.js';
import type { Schedule, ScheduleOwner } from './store/schedule-store.js';

/** A new schedule. */
export interface CreatedSchedule {
  id: string;
  description: string;
  nextRun: Date;
  /** The next run by the clock of the schedule: `Monday 2026-11-30 09:00 Europe/Berlin`. */
  localTime: string;
}

/** A schedule, as a model reads it. */
export interface ScheduleEntry {
  id: string;
  description: string;
  time: string;
  recurrence: 'once' | 'daily' | 'weekly' | 'monthly' | 'custom';
  day?: string;
  timeZone: string;
  enabled: boolean;
  nextRun?: Date;
  /** The next run by the clock of the time zone. */
  localTime?: string;
  lastOutcome?: string;
}

/** A call of a schedule. */
export interface ScheduleCall {
  /** Name of the tool. */
  tool: string;
  /** Arguments of the tool. */
  args?: Record<string, unknown>;
}

/** Plans calls for later. */
@Toolset({
  prefix: 'schedule',
  instructions: 'A schedule runs without this conversation: put everything that it needs into it.',
})
export class ScheduleToolset {
  private readonly order = new CallOrder();

  constructor(private readonly options: ScheduleOptions) {}

  /**
   * Plans tool calls or a task for later.
   * @param description The purpose, in a few words.
   * @param time `HH:MM` in the time zone.
   * @param recurrence How often it runs. `custom` is for several days of the week.
   * @param day Days of the week, `mon,thu`, or day of the month.
   * @param date `YYYY-MM-DD` for a schedule that runs once.
   * @param timeZone Name such as `Europe/Berlin`.
   * @param tools The calls, in their order.
   * @param prompt The task, if a model is needed.
   */
  @Tool({ metadata: { haft: 'schedule' } })
  @Hints({ readOnly: false, destructive: false, openWorld: false })
  @Example({
    description: 'Weekly report',
    time: '09:00',
    recurrence: 'weekly',
    day: 'mon',
    prompt: 'Write the report.',
  })
  async create(
    run: RunContext,
    @Param({ minLength: 1, maxLength: 500 }) description: string,
    @Param({ maxLength: 10 }) time: string,
    recurrence: 'once' | 'daily' | 'weekly' | 'monthly' | 'custom',
    @Param({ maxLength: 50 }) day?: string,
    @Param({ maxLength: 10 }) date?: string,
    @Param({ maxLength: 64 }) timeZone?: string,
    @Param({ maxItems: 20 }) tools: ScheduleCall[] = [],
    @Param({ maxLength: 8_000 }) prompt = '',
  ): Promise<ToolResult<CreatedSchedule>> {
    return this.inTurn(run, true, async () => {
      const { store, maxSchedules } = this.options;
      const owner = ownerOf(run);
      const mistakes = new Mistakes();
      const given = {
        time,
        recurrence,
        day,
        date,
        timeZone: timeZone ?? this.options.timeZone,
        now: this.options.now(),
      };
      const slot = mistakes.read(() => {
        const rule = readRule(given);
        return { rule, nextRun: this.nextOf(rule) };
      });
      const calls = callsOf(tools);
      mistakes.read(() => {
        requireWork(calls, prompt);
      });
      await mistakes.wait(() => checkCalls(calls, run));
      mistakes.refuse();
      const { rule, nextRun } = slot as NonNullable<typeof slot>;
      const id = randomUUID();
      const rest = { prompt, enabled: true, nextRun, lastOutcome: undefined };
      const schedule = { ...owner, id, description, rule, tools: calls, ...rest };
      if (await store.add(schedule, maxSchedules)) {
        const value = { id, description, nextRun: new Date(nextRun), localTime: localTime(nextRun, rule.timeZone) };
        const text = `Created schedule ${id}. It runs next on ${value.localTime}.`;
        return new ToolResult({ value, content: text });
      }
      throw new ToolFailed(`There are ${String(maxSchedules)} schedules already. Delete one that is not needed.`);
    });
  }

  /**
   * Lists the schedules of the user.
   * @param enabled Only those that are enabled, or those that are not.
   * @param limit Most schedules. Without it you read 50, a program all.
   */
  @Tool({ metadata: { haft: 'schedule' } })
  @Hints({ readOnly: true, openWorld: false })
  @Example({ enabled: true })
  async list(
    run: RunContext,
    enabled?: boolean,
    @Param({ integer: true, minimum: 1, maximum: 1_000 }) limit?: number,
  ): Promise<ToolResult<ScheduleEntry[]>> {
    const owner = ownerOf(run);
    const filter = { enabled, limit: limit ?? this.options.maxSchedules };
    const value = (await this.inTurn(run, false, () => this.options.store.list(owner, filter))).map(toEntry);
    const more = value.length - (limit ?? USUAL_SCHEDULES);
    const lines = (more > 0 ? value.slice(0, -more) : value).map(describeEntry);
    if (more > 0) lines.push(`(${String(more)} more. Set limit.)`);
    return new ToolResult({ value, content: lines.length === 0 ? 'There are no schedules.' : lines.join('\n') });
  }

  /**
   * Changes a schedule. Everything that is not given stays as it is.
   * @param id The id of the schedule.
   * @param enabled Whether it runs.
   * @param description The purpose, in a few words.
   * @param time `HH:MM` in the time zone of the schedule.
   * @param recurrence How often it runs.
   * @param day Days of the week, or day of the month.
   * @param date `YYYY-MM-DD` for a schedule that runs once.
   * @param tools The new calls.
   * @param prompt The new task.
   */
  @Tool({ metadata: { haft: 'schedule' } })
  @Hints({ readOnly: false, destructive: true, idempotent: true, openWorld: false })
  @RequiresApproval((args: { readonly tools?: readonly unknown[] }) => args.tools !== undefined)
  @Example({ id: '0f8c2c1e-9f0b-4a57-8f83-3b8c5d2a7e11', enabled: false })
  async update(
    run: RunContext,
    @Param({ minLength: 1, maxLength: 100 }) id: string,
    enabled?: boolean,
    @Param({ minLength: 1, maxLength: 500 }) description?: string,
    @Param({ maxLength: 10 }) time?: string,
    recurrence?: 'once' | 'daily' | 'weekly' | 'monthly' | 'custom',
    @Param({ maxLength: 50 }) day?: string,
    @Param({ maxLength: 10 }) date?: string,
    @Param({ maxItems: 20 }) tools?: ScheduleCall[],
    @Param({ maxLength: 8_000 }) prompt?: string,
  ): Promise<ToolResult<ScheduleEntry>> {
    const given = [enabled, description, time, recurrence, day, date, tools, prompt];
    if (given.every((value) => value === undefined)) throw new ModelRetry('Nothing to change.');
    const change = { time, recurrence, day, date };
    return this.inTurn(run, true, async () => {
      const before = await this.find(ownerOf(run), id);
      const calls = tools === undefined ? before.tools : callsOf(tools);
      const mistakes = new Mistakes();
      if (tools !== undefined) await mistakes.wait(() => checkCalls(calls, run));
      const isEnabled = enabled ?? before.enabled;
      const slot = mistakes.read(() =>
        this.slotOf(before, changedRule(before.rule, change, this.options.now()), isEnabled),
      );
      const changed = {
        ...before,
        description: description ?? before.description,
        tools: calls,
        prompt: prompt ?? before.prompt,
      };
      mistakes.read(() => {
        requireWork(calls, changed.prompt);
      });
      mistakes.refuse();
      const { rule, nextRun, missed } = slot as NonNullable<typeof slot>;
      // No process executes a slot of the old rule after this.
      const isMissed = missed !== undefined && (await this.miss(before, missed));
      const lastOutcome = isMissed ? 'missed' : before.lastOutcome;
      const after = { ...changed, rule, enabled: isEnabled, nextRun, lastOutcome };
      if (!(await this.options.store.replace(after))) throw noSchedule(id);
      const value = toEntry(after);
      return new ToolResult({ value, content: describeEntry(value) });
    });
  }

  /**
   * Deletes a schedule. A running execution ends first.
   * @param id The id of the schedule, or `*` for all schedules of the user.
   */
  @Tool({ metadata: { haft: 'schedule' } })
  @Hints({ readOnly: false, destructive: true, idempotent: true, openWorld: false })
  @RequiresApproval((args: { readonly id?: string }) => args.id === '*')
  @Example({ id: '0f8c2c1e-9f0b-4a57-8f83-3b8c5d2a7e11' })
  async delete(run: RunContext, @Param({ minLength: 1, maxLength: 100 }) id: string): Promise<{ deleted: number }> {
    const owner = ownerOf(run);
    const deleted = await this.inTurn(run, true, () => this.options.store.remove(owner, id === '*' ? undefined : id));
    if (deleted === 0 && id !== '*') throw noSchedule(id);
    return { deleted };
  }

  /** A read of one message sees the change before it. */
  private inTurn<Result>(run: RunContext, changes: boolean, work: () => Promise<Result>): Promise<Result> {
    const { tenantId, userId } = ownerOf(run);
    return this.order.inTurn({ keys: [`${JSON.stringify([tenantId, userId])}/`], changes }, run.signal, work);
  }

  /** Returns the next run, and the slot that is missed if the rule changes. */
  private slotOf(before: Schedule, rule: ScheduleRule, isEnabled: boolean) {
    const due = this.dueOf(before);
    const keepsDue = due !== undefined && isEnabled && isSameRule(rule, before.rule);
    const nextRun = keepsDue ? due : isEnabled ? this.nextOf(rule) : undefined;
    return { rule, nextRun, missed: keepsDue ? undefined : due };
  }

  private async find(owner: ScheduleOwner, id: string): Promise<Schedule> {
    const schedule = await this.options.store.find(owner, id);
    if (schedule === undefined) throw noSchedule(id);
    return schedule;
  }

  /** Returns the slot of a schedule that is due and not taken. */
  private dueOf({ nextRun }: Schedule): number | undefined {
    return nextRun !== undefined && nextRun <= this.options.now() ? nextRun : undefined;
  }

  private miss({ id, rule }: Schedule, at: number): Promise<boolean> {
    const next = nextSlot(rule, new Date(this.options.now()));
    return this.options.store.miss({ schedule: id, at }, next?.getTime());
  }

  private nextOf(rule: ScheduleRule): number {
    const now = this.options.now();
    const next = nextSlot(rule, new Date(now));
    if (next !== undefined) return next.getTime();
    if (rule.recurrence === 'once')
      throw new ModelRetry(`${rule.date} ${rule.time} is in the past.${nowText(now, rule.timeZone)}`);
    throw new ModelRetry('The schedule never runs. Use another day.');
  }
}

/** Schedules that a model reads if it asks for no number. */
const USUAL_SCHEDULES = 50;

function requireWork(tools: readonly unknown[], prompt: string): void {
  if (tools.length === 0 && prompt.trim() === '') throw new ModelRetry('Give tools or a prompt.');
}

interface RuleChange {
  readonly time: string | undefined;
  readonly recurrence: ScheduleRule['recurrence'] | undefined;
  readonly day: string | undefined;
  readonly date: string | undefined;
}

function isSameRule(one: ScheduleRule, other: ScheduleRule): boolean {
  return (['time', 'recurrence', 'day', 'date', 'timeZone'] as const).every((part) => one[part] === other[part]);
}

/** Another recurrence needs its own day and date. */
function changedRule(before: ScheduleRule, { time, recurrence, day, date }: RuleChange, now: number): ScheduleRule {
  const isSame = recurrence === undefined || recurrence === before.recurrence;
  return readRule({
    time: time ?? before.time,
    recurrence: recurrence ?? before.recurrence,
    day: day ?? (isSame ? before.day : undefined),
    date: date ?? (isSame ? before.date : undefined),
    timeZone: before.timeZone,
    now,
  });
}

function callsOf(tools: readonly ScheduleCall[]): Schedule['tools'] {
  return tools.map(({ tool, args = {} }) => ({ tool, args }));
}

function noSchedule(id: string): ModelRetry {
  return new ModelRetry(`There is no schedule '${id}'. Call schedule_list.`);
}

function ownerOf(run: RunContext): ScheduleOwner {
  const { tenantId = '', userId = '', toolName } = run;
  refuseScheduled(run);
  if (userId !== '') return { tenantId, userId };
  throw new HaftError('HAFT_INVALID_OPTION', `${toolName} was called in a run without a user.`, {
    hint: 'Give the user to the run: startRun({ userId }). Schedules run for a user.',
  });
}

function toEntry({ id, description, rule, enabled, nextRun, lastOutcome }: Schedule): ScheduleEntry {
  const { time, recurrence, day, timeZone } = rule;
  return {
    id,
    description,
    time,
    recurrence,
    ...(day === '' ? {} : { day }),
    timeZone,
    enabled,
    ...(nextRun === undefined ? {} : { nextRun: new Date(nextRun), localTime: localTime(nextRun, timeZone) }),
    ...(lastOutcome === undefined ? {} : { lastOutcome }),
  };
}
