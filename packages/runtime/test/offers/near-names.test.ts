import { ToolResult, type ToolDefinition } from '@haft/core';
import { parseUriTemplate, type UriTemplate } from '@haft/core/uri-template';
import fc from 'fast-check';
import type { AnyTool } from '@haft/compose';
import { createRuntime, defineTool, toolset, type RunEvent } from '../../src/index.js';
import { definitionOfOffer, refusalOfRead } from '../../src/internal.js';
import { quietLogger } from '../support/quiet-logger.js';

/** A resource, a template of resources or a prompt. */
interface Made {
  readonly kind: 'fixed' | 'template' | 'prompt';
  readonly word: string;
  readonly scheme: string;
  readonly isHidden: boolean;
}

const uriOf = ({ kind, word, scheme }: Made): string => `${scheme}://${word}${kind === 'template' ? '/{id}' : ''}`;
const nameOf = ({ kind, word, scheme }: Made): string => (kind === 'prompt' ? word : `${kind}_${scheme}_${word}`);

function offer(made: Made): AnyTool {
  const tool = defineTool({
    name: nameOf(made),
    description: 'Something to read.',
    parameters: {
      type: 'object',
      properties: made.kind === 'template' ? { id: { type: 'integer' } } : {},
      additionalProperties: false,
    },
    settings: made.isHidden ? { requires: ['admin'] } : {},
    execute: () => 'text',
  });
  const kind: NonNullable<ToolDefinition['kind']> = made.kind === 'prompt' ? 'prompt' : 'resource';
  const result = (): ToolResult =>
    new ToolResult({ value: [{ mimeType: 'text/plain', text: 'text' }], content: 'text' });
  const template = parseUriTemplate(uriOf(made)) as UriTemplate;
  return {
    ...tool,
    definition: { ...tool.definition, kind },
    offer: { result, ...(kind === 'resource' && { template }) },
  };
}

function runOf(offers: readonly Made[], onEvent?: (event: RunEvent) => void) {
  return createRuntime({
    toolsets: toolset('shop', offers.map(offer)),
    observe: { logger: quietLogger() },
    can: () => false,
  }).startRun({ id: 'run', ...(onEvent && { onEvent }) });
}

const seen = (kind: Made['kind'], word: string, scheme = 'shop'): Made => ({ kind, word, scheme, isHidden: false });

describe('an unknown name or URI', () => {
  const run = runOf([
    seen('prompt', 'order_summary'),
    seen('fixed', 'open'),
    seen('template', 'orders'),
    seen('template', 'users', 'admin'),
  ]);

  it.each([
    ['ordersummary', 'order_summary'],
    ['order_sumary', 'order_summary'],
    ['weather', undefined],
  ])('as prompt %s: suggests %s', async (name, meant) => {
    const { text } = await run.prompt(name);
    expect(text).toBe(`There is no prompt '${name}'.${meant === undefined ? '' : ` Did you mean '${meant}'?`}`);
  });

  it.each([
    ['shop://opne', 'shop://open'],
    ['shop:/open', 'shop://open'],
    ['shop://order/7', 'shop://orders/{id}'],
    ['shop://orders/7/lines', 'shop://orders/{id}'],
    ['admin://user/7?part=1', 'admin://users/{id}'],
    ['weather://berlin', undefined],
  ])('as URI %s: suggests %s', async (uri, meant) => {
    const { text } = await run.read(uri);
    expect(text).toBe(`There is no resource '${uri}'.${meant === undefined ? '' : ` Did you mean '${meant}'?`}`);
  });

  it('gets no suggestion in doubt', async () => {
    const doubtful = runOf([seen('template', 'ordera'), seen('template', 'orderb')]);
    expect((await doubtful.read('shop://orderc/7')).text).toBe("There is no resource 'shop://orderc/7'.");
  });
});

it('hides what a user may not read as if it did not exist: no byte of any answer changes', async () => {
  const words = ['order', 'orders', 'ordr', 'order_list', 'open', 'opne', 'user', 'close'];
  const made = fc.record<Made>({
    kind: fc.constantFrom('fixed', 'template', 'prompt'),
    word: fc.constantFrom(...words),
    scheme: fc.constantFrom('shop', 'shops'),
    isHidden: fc.boolean(),
  });
  const all = fc.uniqueArray(made, { minLength: 1, maxLength: 10, selector: nameOf });
  let suggestions = 0;
  await fc.assert(
    fc.asyncProperty(all, made, async (offers, asked) => {
      const answersOf = async (given: readonly Made[]): Promise<string> => {
        const events: RunEvent[] = [];
        const run = runOf(given, (event) => void events.push(event));
        const uri = uriOf(asked).replace('{id}', '7');
        const id = 'call';
        const answers = [
          await run.resources(),
          await run.prompts(),
          await run.read(uri, { id }),
          await run.read(`${uri}x`, { id }),
          { ...(await refusalOfRead(run, uri)), callId: id },
          await run.prompt(asked.word, {}, { id }),
          await run.complete({ prompt: asked.word, parameter: 'id', text: '' }),
          await run.complete({ resource: uriOf(asked), parameter: 'id', text: '' }),
          await definitionOfOffer(run, { uri }),
          await definitionOfOffer(run, { template: uriOf(asked) }),
          await definitionOfOffer(run, { prompt: asked.word }),
          await run.definitions(),
        ];
        return JSON.stringify([answers, events.map((event) => ({ ...event, at: 0 }))]);
      };
      const hidden = await answersOf(offers);
      if (hidden.includes('Did you mean')) suggestions++;
      expect(hidden).toBe(await answersOf(offers.filter(({ isHidden }) => !isHidden)));
    }),
  );
  expect(suggestions).toBeGreaterThan(10);
});
