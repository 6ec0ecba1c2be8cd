import { expect, it } from '@jest/globals';
import { toDialect } from '@haft/schema/dialects';
import { toolSignature } from '@haft/schema/signatures';
import { createRuntime, defineTool, toolset } from 'haft';

/* The code of docs/guide/dialects.md, executed. */

const label = defineTool({
  name: 'label',
  description: 'Labels a page.',
  parameters: {
    type: 'object',
    properties: {
      page: { type: 'string', minLength: 1 },
      color: { type: 'string', enum: ['red', 'blue'] },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['page', 'labels'],
    additionalProperties: false,
  },
  execute: (args: object) => JSON.stringify(args),
});
const runtime = createRuntime({ toolsets: toolset('pages', [label]) });

it('shows the form of a tool and its report', () => {
  // #region form
  const { strict, parameters, rewrites } = toDialect(label.definition, 'openai');
  // strict: true, because the form loses nothing
  // parameters.properties.color: { type: ['string', 'null'], enum: ['red', 'blue', null] }
  // rewrites[1]: { path: ['color'], keyword: 'required', from: false, to: true,
  //   reason: 'OpenAI wants every property: ...' }
  // #endregion form
  expect(strict).toBe(true);
  expect(parameters.properties?.['color']).toEqual({ type: ['string', 'null'], enum: ['red', 'blue', null] });
  expect(rewrites[1]).toMatchObject({ path: ['color'], keyword: 'required', from: false, to: true });
});

it('reads the arguments of a model in that form', async () => {
  // #region run
  const run = runtime.startRun({ target: 'openai' });
  const { text, repairs } = await run.call({
    id: 'c1',
    name: 'label',
    arguments: '{ "page": "a", "color": null, "labels": [{ "key": "topic", "value": "birds" }] }',
  });
  // text: {"page":"a","labels":{"topic":"birds"}}
  // #endregion run
  expect(text).toBe('{"page":"a","labels":{"topic":"birds"}}');
  expect(repairs.map(({ kind, path }) => [kind, ...path])).toEqual([
    ['dialect', 'color'],
    ['dialect', 'labels'],
  ]);
});

it('tells problems in that form', async () => {
  const run = runtime.startRun({ target: 'openai' });
  const { text } = await run.call({
    id: 'c1',
    name: 'label',
    arguments: '{"page":"a","labels":[{"key":"a","value":1}]}',
  });
  expect(text).toContain('- labels[0].value: expected a string, received 1');
});

it('gives tools to other libraries', async () => {
  // #region standard
  const schema = runtime.tool('label')['~standard'];
  schema.jsonSchema.input({ target: 'draft-07' }); // or 'draft-2020-12', 'openapi-3.0'
  await schema.validate({ page: '' });
  // { issues: [{ path: ['page'],
  //   message: 'expected a string of at least 1 character, received ""' }, ...] }
  // #endregion standard
  expect(schema.jsonSchema.input({ target: 'draft-07' })).toMatchObject({ type: 'object' });
  expect((await schema.validate({ page: '' })).issues?.[0]).toEqual({
    path: ['page'],
    message: 'expected a string of at least 1 character, received ""',
  });
});

it('writes tools as signatures', () => {
  // #region signature
  const signature = toolSignature(label.definition, 'python'); // or 'typescript'
  // def label(*, page: str, color: Literal["red", "blue"] = ..., labels: dict[str, str]) -> Any:
  //     """Labels a page."""
  // #endregion signature
  expect(signature).toBe(
    'def label(*, page: str, color: Literal["red", "blue"] = ..., labels: dict[str, str]) -> Any:\n    """Labels a page."""\n',
  );
});
