import { describe, expect, it } from '@jest/globals';
import { combine, compose, createRuntime, defineTool, dynamic, toolset, type RunContext } from 'haft';

/* The code of docs/guide/composing-toolsets.md, executed. */

const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;
const tool = <const Name extends string>(toolName: Name) =>
  defineTool({
    name: toolName,
    description: `Does ${toolName}.`,
    parameters: toolName === 'find' ? name : text,
    execute: (args: { name?: string; text?: string }) => args.name ?? args.text ?? '',
  });
const crm = toolset('crm', [tool('find'), tool('note'), tool('purge')]);
const mail = toolset('mail', [tool('send'), tool('find')]);

describe('composing toolsets', () => {
  it('the first example', async () => {
    // #region fluent
    const support = combine(
      compose(crm).filter(['find', 'note']).prefix('crm').rename({ lookup: 'crm_find' }),
      compose(mail).prefix('mail').requireApproval(['mail_send']),
    );
    const runtime = createRuntime({ toolsets: support });
    const run = runtime.startRun();

    await run.call('lookup', { name: 'Ada' }); // typed: `find` or `crm_find` would not compile
    // #endregion fluent
    expect((await run.definitions()).map((one) => one.name)).toEqual(['lookup', 'crm_note', 'mail_send', 'mail_find']);
    expect((await run.call({ name: 'mail_send', arguments: { text: 'Hi' } })).status).toBe('deferred');
  });

  it('selects toolsets for a run', async () => {
    const everyone = crm;
    const admins = mail;
    interface Deps {
      readonly isAdmin: boolean;
      readonly language: string;
    }
    // #region dynamic
    const fitting = dynamic((run: RunContext<Deps>) => (run.deps.isAdmin ? admins : everyone), {
      per: 'run', // or 'step': asked again after run.nextStep()
      of: [everyone, admins],
    });
    const inLanguage = compose(fitting).prepare((run: RunContext<Deps>, definitions) =>
      definitions.map((one) => ({
        ...one,
        description: `${one.description} Answer in ${run.deps.language}.`,
      })),
    );
    // #endregion dynamic
    const runtime = createRuntime({ toolsets: inLanguage });
    const run = runtime.startRun({ deps: { isAdmin: true, language: 'Finnish' } });
    expect((await run.definitions()).map((one) => one.description)).toEqual([
      'Does send. Answer in Finnish.',
      'Does find. Answer in Finnish.',
    ]);
  });
});
