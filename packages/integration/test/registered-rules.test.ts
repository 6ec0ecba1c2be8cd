import { MinLength } from 'class-validator';
import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime, type Run } from 'haft';
import { Address } from './fixtures/rules/src/account.toolset.js';

const folder = `${import.meta.dirname}/fixtures/rules`;

/*
 * The first call compares the rules of a DTO in the build with those that its decorators have
 * registered.
 */

describe('the class-validator rules of a DTO', () => {
  let run: Run;
  beforeAll(async () => {
    const out = `${folder}/src/toolsets.gen.ts`;
    const { diagnostics } = await buildProject({ tsconfig: `${folder}/tsconfig.json`, out, cache: false });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets };
    run = createRuntime({ toolsets }).startRun({ retries: 100 });
  }, 60_000);

  it('are those of the source', async () => {
    const account = { name: 'Ada', mail: 'ada@host.org', active: true };
    expect(await run.call({ name: 'account_create', arguments: account })).toMatchObject({ status: 'success' });
    const wrong = run.call({ name: 'account_create', arguments: { ...account, mail: 'no mail' } });
    expect(await wrong).toMatchObject({ status: 'retry' });
  });

  it('hold at any depth, those that the schema says and those that run at the call [VAL-3]', async () => {
    const ada = { name: 'Ada', mail: 'ada@host.org' };
    const settle = (member: object) =>
      run.call({ name: 'account_settle', arguments: { house: { members: [ada, member] } } });
    expect(await settle(ada)).toMatchObject({ status: 'success', value: 2 });
    expect(await settle({ ...ada, mail: 'ada@host' })).toMatchObject({
      status: 'retry',
      issues: [{ path: ['house', 'members', 1, 'mail'], rule: 'isEmail' }],
    });
    expect(await settle({ ...ada, name: 'A' })).toMatchObject({
      status: 'retry',
      issues: [{ path: ['house', 'members', 1, 'name'], rule: 'minLength' }],
    });
  });

  it('that were added at run time stop the first call of a tool that takes the class: nothing would check them', async () => {
    MinLength(5)(Address.prototype, 'street');
    const call = run.call({ name: 'account_move', arguments: { id: 'a', address: { street: 'x' } } });
    await expect(call).rejects.toMatchObject({
      code: 'HAFT_RULES_DIFFER',
      message: expect.stringContaining('street has minlength, which the build did not read') as unknown,
    });
  });
});
