import { expect, it } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import { callFingerprint, type ApprovedCall } from '../../src/call/deferral/call-fingerprint.js';

const definition = {
  name: 'pay',
  description: 'Pays.',
  parameters: { type: 'object' },
  version: '1',
  fingerprint: 'a'.repeat(64),
} as unknown as ToolDefinition;
const call: ApprovedCall = {
  definition,
  tool: 'pay',
  arguments: { amount: 5 },
  input: undefined,
  fields: undefined,
  runId: 'r1',
  userId: 'ada',
};
const changes: readonly Partial<ApprovedCall>[] = [
  { definition: { ...definition, fingerprint: 'b'.repeat(64) } },
  { definition: { ...definition, version: '2' } },
  { tool: 'shop_pay' },
  { arguments: { amount: 6 } },
  { input: { pin: '1' } },
  { fields: { type: 'object' } },
  { runId: 'r2' },
  { userId: undefined },
  { preview: 'c'.repeat(64) },
];

it('an approval is bound to each fact of the call [HITL-4]', () => {
  const all = [{}, ...changes].map((change) => callFingerprint({ ...call, ...change }));
  expect(new Set(all).size).toBe(1 + changes.length);
});

it('the fingerprint stays the same in new versions, since requests wait in stores', () => {
  expect(callFingerprint(call)).toMatchInlineSnapshot(
    `"ba15b73dd6edffa1380d8abfdd6b92e3e9e81ec71053c8d50ddbfbf8a4269d30"`,
  );
  expect(callFingerprint({ ...call, fields: { type: 'object' }, preview: 'c'.repeat(64) })).toMatchInlineSnapshot(
    `"625abcd64152c3c6b8d45bfb02df013699027f40872709fb613a3f29dfe2508e"`,
  );
});
