import type { DeferralKind } from '@haft/core';
import { decision, type Decision } from '../../src/index.js';
import type { OpenCall } from '../../src/call/deferral/open-call.js';
import { decidedCalls } from '../../src/run/deferral/decided-calls.js';

const DECISIONS: readonly Decision[] = [
  decision.approve(),
  decision.deny(),
  decision.supply({}),
  decision.result(1),
  decision.fail('Broken.'),
  decision.retry('Again.'),
];

test.each<readonly [DeferralKind, readonly Decision['kind'][]]>([
  ['approval', ['approve', 'deny']],
  ['input', ['supply', 'deny']],
  ['external', ['result', 'fail', 'retry', 'deny']],
])('a request for %s takes the decisions %j, and an error names them', (kind, fitting) => {
  const request = { id: 'q1', kind, tool: 'pay', expiresAt: '9999-01-01T00:00:00.000Z' };
  const call = { request, arguments: {} } as unknown as OpenCall;
  const decide = (given: Decision): unknown =>
    decidedCalls([call], { q1: given }, { used: new Set(), partial: false, parse: (one) => one as Decision });
  const taken = DECISIONS.filter((one) => fitting.includes(one.kind));
  expect(taken.map(decide)).toEqual(taken.map((one) => [{ call, decision: one }]));
  for (const other of DECISIONS.filter((one) => !taken.includes(one))) {
    expect(() => decide(other)).toThrow(
      expect.objectContaining({
        code: 'HAFT_WRONG_DECISION_KIND',
        message: `The request q1 of 'pay' is for ${kind}; the decision is '${other.kind}'.`,
        hint: `Give one of: ${fitting.join(', ')}.`,
      }),
    );
  }
});
