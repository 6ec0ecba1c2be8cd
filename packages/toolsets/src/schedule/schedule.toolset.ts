import { randomUUID } from 'node:crypto';
import {
  Example,
  HaftError,
  Hints,
  ModelRetry,
  Param,
  RequiresApproval,
  RunContext,
  Sequential,
  Tool,
  ToolFailed,
  ToolResult,
  Toolset,
} from '@haft/core';
import { CallOrder } from '../call-order.js';
import { checkCalls } from './check-calls.js';
import { Mistakes } from './mistakes.js';
import { describeEntry, nextRunOf } from './describe-entry.js';
import { refuseScheduled } from './scheduled-run.js';
import { ScheduleOptions } from './schedule-options.js';
import { localTime } from './slots/local-time.js';
import { nextSlot } from './slots/next-slot.js';
import { nowText, readRule } from './slots/read-rule.js';
import type { Recurrence, ScheduleRule } from './slots/schedule-rule.js';
import type { Schedule, ScheduleOwner } from './store/schedule-store.js';

/** A schedule, as a model reads it. */
export interface ScheduleEntry {
  id: string;
  description: string;
  time: string;
  recurrence: Recurrence;
  day?: string;
  timeZone: string;
  enabled: boolean;
  nextRun?: Date;
  /** The next run by the clock of the time zone. */
  localTime?: string;
  lastOutcome?: string;
}

/**
 * @remarks
 * A call of a schedule.
 */
export interface ScheduleCall {
  /** @alias name, tool_name */
  tool: string;
  /** @alias arguments, input, parameters, params */
  args?: Record<string, unknown>;
}

/** Plans calls for later. */
@Toolset({
  prefix: 'schedule',
  instructions:
    'A schedule runs without this conversation: put everything that it needs into it.\n\nOf calls in one message, later ones see what earlier ones changed in files, memories and schedules.',
})
export class ScheduleToolset {
  private readonly order = new CallOrder();

  constructor(private readonly options: ScheduleOptions) {}

  /**
   * Plans tool calls or a task for later. A new schedule needs description, time, recurrence, and
   * tools, prompt or both. With `id`, changes that schedule: what is left out stays.
   * @param time `HH:MM`.
   * @param day `mon,thu`, or the day of the month.
   * @param date `YYYY-MM-DD`, for `once`.
   * @param timeZone Such as `Asia/Tokyo`, if not the usual one.
   * @alias create_schedule, schedule_task, schedule_update
   */
  @Tool({ strict: false, metadata: { haft: 'schedule' } })
  @Hints({ readOnly: false, destructive: true, openWorld: false })
  // The condition of an approval takes time, in which a later read of the message could begin.
  @Sequential()
  @RequiresApproval((args: ChangedCalls) => args.id !== undefined && args.tools !== undefined)
  @Example({
    description: 'Weekly report',
    time: '09:00',
    recurrence: 'weekly',
    day: 'mon',
    prompt: 'Write the report.',
  })
  @Example({ id: '0f8c2c1e-9f0b-4a57-8f83-3b8c5d2a7e11', enabled: false })
  async create(
    run: RunContext,
    /** @alias title, name */
    @Param({ minLength: 1, maxLength: 1_000 })
    description?: string,
    /** @alias at */
    time?: string,
    /** @alias repeat, frequency */
    recurrence?: Recurrence,
    day?: string,
    date?: string,
    /** @alias tz */
    timeZone?: string,
    /** @alias calls */
    @Param({ maxItems: 100 })
    tools?: ScheduleCall[],
    /** @alias task, instructions */
    @Param({ maxLength: 8_000 })
    prompt?: string,
    enabled?: boolean,
    /** @alias schedule_id */
    id?: string,
  ): Promise<ToolResult<ScheduleEntry>> {
    const rule = { time, recurrence, day, date, timeZone };
    const given = { description, tools: tools && callsOf(tools), prompt, enabled };
    return this.inTurn(run, true, () =>
      id === undefined ? this.add(given, rule, run) : this.change(id, given, rule, run),
    );
  }

  /**
   * Lists the schedules of the user.
   * @alias list_schedules
   */
  @Tool({ strict: false, metadata: { haft: 'schedule' } })
  @Hints({ readOnly: true, openWorld: false })
  async list(
    run: RunContext,
    @Param({ integer: true, minimum: 1 }) limit?: number,
  ): Promise<ToolResult<ScheduleEntry[]>> {
    const owner = ownerOf(run);
    const filter = { limit: limit ?? this.options.maxSchedules };
    const value = (await this.inTurn(run, false, () => this.options.store.list(owner, filter))).map(toEntry);
    const more = value.length - (limit ?? USUAL_SCHEDULES);
    const lines = (more > 0 ? value.slice(0, -more) : value).map((entry) =>
      describeEntry(entry, this.options.timeZone),
    );
    if (more > 0) lines.push(`(${String(more)} more. Set limit.)`);
    return new ToolResult({ value, content: lines.length === 0 ? 'There are no schedules.' : lines.join('\n') });
  }

  /**
   * Deletes a schedule.
   * @param id `*` for all schedules of the user.
   * @alias delete_schedule, cancel_schedule
   */
  @Tool({ metadata: { haft: 'schedule' } })
  @Hints({ readOnly: false, destructive: true, idempotent: true, openWorld: false })
  @Sequential()
  @RequiresApproval((args: { readonly id?: string }) => args.id === '*')
  @Example({ id: '0f8c2c1e-9f0b-4a57-8f83-3b8c5d2a7e11' })
  async delete(run: RunContext, /** @alias schedule_id */ id: string): Promise<ToolResult<{ deleted: number }>> {
    const owner = ownerOf(run);
    const deleted = await this.inTurn(run, true, () => this.options.store.remove(owner, id === '*' ? undefined : id));
    if (deleted === 0 && id !== '*') throw noSchedule(id);
    const content = id === '*' ? `Deleted schedules: ${String(deleted)}.` : `Deleted the schedule '${id}'.`;
    return new ToolResult({ value: { deleted }, content });
  }

  private async add(given: GivenParts, rule: RuleChange, run: RunContext): Promise<ToolResult<ScheduleEntry>> {
    const { store, maxSchedules } = this.options;
    const owner = ownerOf(run);
    const { description, tools = [], prompt = '', enabled = true } = given;
    const mistakes = new Mistakes();
    const slot = mistakes.read(() => {
      const { time, recurrence } = rule;
      if (description === undefined || time === undefined || recurrence === undefined)
        throw new ModelRetry(
          'A new schedule needs description, time and recurrence. To change a schedule, give its id.',
        );
      const timeZone = rule.timeZone ?? this.options.timeZone;
      const read = readRule({ ...rule, time, recurrence, timeZone, now: this.options.now() });
      return { description, rule: read, nextRun: this.nextOf(read) };
    });
    await this.checkWork({ tools, prompt }, mistakes, run);
    mistakes.refuse();
    const found = slot as NonNullable<typeof slot>;
    const rest = { tools, prompt, enabled, lastOutcome: undefined };
    const schedule = { ...owner, id: randomUUID(), ...found, ...rest, ...(!enabled && { nextRun: undefined }) };
    if (await store.add(schedule, maxSchedules)) {
      const value = toEntry(schedule);
      const run = nextRunOf(value, this.options.timeZone);
      const next = run === undefined ? 'It is disabled.' : `It runs next on ${run}.`;
      return new ToolResult({ value, content: `Created schedule ${schedule.id}. ${next}` });
    }
    throw new ToolFailed(`There are ${String(maxSchedules)} schedules already. Delete one that is not needed.`);
  }

  private async change(
    id: string,
    given: GivenParts,
    change: RuleChange,
    run: RunContext,
  ): Promise<ToolResult<ScheduleEntry>> {
    if ([given, change].every((part) => Object.values<unknown>({ ...part }).every((value) => value === undefined)))
      throw new ModelRetry('Nothing to change.');
    const before = await this.find(ownerOf(run), id);
    const { tools = before.tools, prompt = before.prompt, enabled = before.enabled } = given;
    const mistakes = new Mistakes();
    const slot = mistakes.read(() =>
      this.slotOf(before, changedRule(before.rule, change, this.options.now()), enabled),
    );
    const checked = given.tools === undefined ? [] : tools;
    await this.checkWork({ tools, prompt }, mistakes, run, checked);
    mistakes.refuse();
    const { rule, nextRun, missed } = slot as NonNullable<typeof slot>;
    // No process executes a slot of the old rule after this.
    const isMissed = missed !== undefined && (await this.miss(before, missed));
    const lastOutcome = isMissed ? 'missed' : before.lastOutcome;
    const description = given.description ?? before.description;
    const after = { ...before, description, tools, prompt, rule, enabled, nextRun, lastOutcome };
    if (!(await this.options.store.replace(after))) throw noSchedule(id);
    const value = toEntry(after);
    return new ToolResult({ value, content: describeEntry(value, this.options.timeZone) });
  }

  /** Checks that there is work, and the calls in it. */
  private async checkWork(
    { tools, prompt }: Pick<Schedule, 'tools' | 'prompt'>,
    mistakes: Mistakes,
    run: RunContext,
    checked = tools,
  ): Promise<void> {
    mistakes.read(() => {
      if (tools.length === 0 && prompt.trim() === '') throw new ModelRetry('Give tools or a prompt.');
    });
    await mistakes.wait(() => checkCalls(checked, run));
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

interface ChangedCalls {
  readonly id?: string;
  readonly tools?: readonly unknown[];
}

/** The parts of a schedule that a call gives, without its rule. */
type GivenParts = { readonly [Part in 'description' | 'tools' | 'prompt' | 'enabled']: Schedule[Part] | undefined };

interface RuleChange {
  readonly time: string | undefined;
  readonly recurrence: ScheduleRule['recurrence'] | undefined;
  readonly day: string | undefined;
  readonly date: string | undefined;
  readonly timeZone: string | undefined;
}

function isSameRule(one: ScheduleRule, other: ScheduleRule): boolean {
  return (['time', 'recurrence', 'day', 'date', 'timeZone'] as const).every((part) => one[part] === other[part]);
}

/** Another recurrence needs its own day and date. */
function changedRule(
  before: ScheduleRule,
  { time, recurrence, day, date, timeZone }: RuleChange,
  now: number,
): ScheduleRule {
  const isSame = recurrence === undefined || recurrence === before.recurrence;
  return readRule({
    time: time ?? before.time,
    recurrence: recurrence ?? before.recurrence,
    day: day ?? (isSame ? before.day : undefined),
    date: date ?? (isSame ? before.date : undefined),
    timeZone: timeZone ?? before.timeZone,
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
