import type { JsonValue } from '@haft/schema';
import { verifyPending } from '../../src/run/deferral/verify-pending.js';
import type { PendingRun } from '../../src/run/deferral/pending-run.js';
import { open } from '../programs/office.js';

type Key = string | number;

/** A run that waits for a plain call and for a program with an inner call. */
async function pendingRun(pendingSecret?: string): Promise<PendingRun> {
  const { run } = open({}, pendingSecret === undefined ? {} : { people: { pendingSecret } });
  const inner = [{ name: 'pay', arguments: { amount: 1 } }];
  await run.callAll([
    { id: 'a', name: 'pay', arguments: { amount: 2 } },
    { id: 'b', name: 'series', arguments: { program: { calls: inner } } },
  ]);
  return JSON.parse(JSON.stringify(run.pending())) as PendingRun;
}

/** Returns a copy with another value at a path. */
function changed(value: unknown, [key, ...rest]: readonly Key[], other: JsonValue | undefined): unknown {
  if (key === undefined) return other;
  const copy = structuredClone(value) as Record<Key, unknown>;
  copy[key] = changed(copy[key], rest, other);
  return copy;
}

const open0 = ['calls', 0, 'open'];
const suspended = ['calls', 1, 'suspended'];

const PARTS: readonly (readonly Key[])[] = [
  ['format'],
  ['runId'],
  ['requests'],
  ['counters'],
  ['counters', 'tools'],
  ['calls'],
  ['calls', 0],
  ['calls', 1],
  open0,
  [...open0, 'request'],
  [...open0, 'arguments'],
  suspended,
  ...['callId', 'tool', 'fingerprint', 'spentMs', 'state', 'arguments', 'waits', 'finished', 'outcomes', 'budgets'].map(
    (name) => [...suspended, name],
  ),
  [...suspended, 'waits', 0],
  [...suspended, 'waits', 0, 'open'],
  [...suspended, 'waits', 0, 'open', 'request'],
];

test.each(PARTS.map((path) => [path.join('/'), path] as const))(
  'a pending run is refused without %s',
  async (_text, path) => {
    const pending = await pendingRun();
    verifyPending(pending, undefined);
    const isState = path.at(-1) === 'state';
    for (const other of isState ? [undefined] : [undefined, false]) {
      expect(() => verifyPending(changed(pending, path, other) as PendingRun, undefined)).toThrow(
        'The pending run cannot be resumed: it is not what run.pending() gave, or another version of Haft wrote it.',
      );
    }
  },
);

test('a pending run is refused with other records, an unknown format, or a state that is not an object', async () => {
  const pending = await pendingRun();
  const changes: readonly (readonly [readonly Key[], JsonValue])[] = [
    [['format'], 3],
    [['state'], 'open'],
    [[...suspended, 'finished'], ['done']],
    [[...suspended, 'outcomes'], { a: 'done' }],
    [[...suspended, 'budgets'], { a: 1 }],
  ];
  for (const [path, other] of changes) {
    const verify = (): void => verifyPending(changed(pending, path, other) as PendingRun, undefined);
    expect(verify).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_PENDING' }));
  }
});

test('programs in a pending run may be 32 deep, and not deeper', async () => {
  const pending = await pendingRun();
  const program = (pending as unknown as { calls: { suspended: object }[] }).calls[1]?.suspended ?? {};
  const nested = (depth: number): PendingRun => {
    let suspended: object = program;
    for (let i = 0; i < depth - 1; i++) suspended = { ...suspended, waits: [{ suspended }] };
    return changed(pending, ['calls', 1, 'suspended'], suspended as never) as PendingRun;
  };
  // The innermost one waits for a call, which is one level more.
  verifyPending(nested(32), undefined);
  expect(() => verifyPending(nested(33), undefined)).toThrow('cannot be resumed');
});

test('a runtime with a secret reads only what it signed', async () => {
  const signed = await pendingRun('one');
  const { signature, ...unsigned } = signed;
  expect(signature).toEqual(expect.any(String));
  verifyPending(signed, 'one');
  verifyPending(signed, undefined);
  expect(() => verifyPending(unsigned as PendingRun, 'one')).toThrow(
    'it is not signed, and the runtime has a pendingSecret.',
  );
  const wrong = 'its signature is wrong: it was changed, or signed with another secret.';
  expect(() => verifyPending(signed, 'two')).toThrow(wrong);
  expect(() => verifyPending({ ...signed, runId: 'r2' }, 'one')).toThrow(wrong);
});
