import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime } from 'haft';

const folder = `${import.meta.dirname}/fixtures/references`;

/* From `Ref<T>` in the types of methods to the calls, through the real build. */

describe('references', () => {
  let toolsets: ReflectedToolsets;

  beforeAll(async () => {
    const tsconfig = `${folder}/tsconfig.json`;
    const result = await buildProject({ tsconfig, out: `${folder}/src/toolsets.gen.ts`, cache: false });
    expect(result).toMatchObject({ ok: true, diagnostics: [], tools: 3 });
    const generated = './fixtures/references/src/toolsets.gen.js';
    ({ toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets });
  });

  it('take a value from the result of one tool to the parameter of another, revived [NEW-30]', async () => {
    await using run = createRuntime({ toolsets }).startRun();
    const call = (name: string, args: object) => run.call({ id: name, name, arguments: JSON.stringify(args) });
    const found = await call('bill_find', { count: 1_000 });
    expect(found).toMatchObject({ value: { $ref: 'invoices_1', type: 'Invoice[]' } });
    expect(found.text.length).toBeLessThan(500);
    expect(await call('bill_count', { invoices: { $ref: 'invoices_1' } })).toMatchObject({ value: 1_000 });
    expect(await call('bill_send', { invoices: { $ref: 'invoices_1' } })).toMatchObject({ value: '1000 true true' });
  });
});
