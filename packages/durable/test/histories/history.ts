import fc from 'fast-check';

/** A call as a model writes it in one answer. */
export interface WrittenCall {
  readonly tool: (typeof TOOLS)[number];
  readonly cents: number;
}

export const TOOLS = ['pay', 'pay_now', 'pay_checked', 'set_limit'] as const;
export const USERS = ['ann', 'eve'] as const;

/** When a process dies: at one of its writes, reads and payments. */
export interface Death {
  readonly step: number;
  /** Whether the step still takes effect. */
  readonly isAfter: boolean;
}

/** A model answers a user. A host executes the calls. */
export interface Answer {
  readonly type: 'answer';
  readonly user: number;
  readonly calls: readonly WrittenCall[];
  /** The ids of the provider: new ones, `call_0` and `call_1` in each answer, or `call_0` only. */
  readonly ids: 'unique' | 'numbered' | 'one';
  /** Whether the host tells the turn. */
  readonly hasTurn: boolean;
  readonly death: Death | undefined;
}

/** A host executes an answer again. */
export interface Replay {
  readonly type: 'replay';
  readonly which: number;
  /** Whether two processes do so at the same time. */
  readonly isTwice: boolean;
  /** Whether it tells the turn if the answer did not, and the reverse. Only for mixed hosts. */
  readonly isOtherForm: boolean;
  readonly death: Death | undefined;
}

/** A person decides about a call. */
export interface Decide {
  readonly type: 'decide';
  readonly which: number;
  readonly isApproved: boolean;
  readonly isExecuted: boolean;
  readonly death: Death | undefined;
}

/** A process looks for calls to continue. */
export interface Recover {
  readonly type: 'recover';
  readonly death: Death | undefined;
}

export type HistoryEvent = Answer | Replay | Decide | Recover;

/** Events of the server of a chat. All users share the id of a run. */
export interface History {
  /** Whether hosts tell the turn. */
  readonly turns: 'told' | 'unknown' | 'mixed';
  readonly events: readonly HistoryEvent[];
}

const death = fc.option(fc.record({ step: fc.integer({ min: 1, max: 12 }), isAfter: fc.boolean() }), {
  nil: undefined,
  freq: 2,
});
const which = fc.nat({ max: 5 });
const call = fc.record({ tool: fc.constantFrom(...TOOLS), cents: fc.integer({ min: 1, max: 2 }) });

const answer = (hasTurn: fc.Arbitrary<boolean>) =>
  fc.record({
    type: fc.constant('answer' as const),
    user: fc.nat({ max: USERS.length - 1 }),
    calls: fc.array(call, { minLength: 1, maxLength: 2 }),
    ids: fc.constantFrom('unique' as const, 'numbered' as const, 'one' as const),
    hasTurn,
    death,
  });
const replay = (isOtherForm: fc.Arbitrary<boolean>) =>
  fc.record({ type: fc.constant('replay' as const), which, isTwice: fc.boolean(), isOtherForm, death });
const decide = fc.record({
  type: fc.constant('decide' as const),
  which,
  isApproved: fc.boolean(),
  isExecuted: fc.boolean(),
  death,
});
const recover = fc.record({ type: fc.constant('recover' as const), death });

/** Histories of hosts that always tell the turn, that never do, and that sometimes do. */
export const histories: fc.Arbitrary<History> = fc
  .constantFrom('told' as const, 'unknown' as const, 'mixed' as const)
  .chain((turns) => {
    const hasTurn = turns === 'mixed' ? fc.boolean() : fc.constant(turns === 'told');
    const event = fc.oneof(
      { arbitrary: answer(hasTurn), weight: 4 },
      { arbitrary: replay(turns === 'mixed' ? fc.boolean() : fc.constant(false)), weight: 2 },
      { arbitrary: decide, weight: 2 },
      { arbitrary: recover, weight: 1 },
    );
    return fc.record({ turns: fc.constant(turns), events: fc.array(event, { minLength: 1, maxLength: 8 }) });
  });
