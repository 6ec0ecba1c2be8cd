import { inspect } from 'node:util';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Ajv as AjvClass } from 'ajv';
import fc from 'fast-check';
import { HaftError } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { createRuntime, defineTool, dynamic, standardTool, toolset, type StandardTool } from '../../src/index.js';

const { Ajv } = createRequire(import.meta.url)('ajv') as { Ajv: typeof AjvClass };

const parameters: JsonSchemaObject = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, maximum: 7 },
    unit: { type: 'string', enum: ['c', 'f'] },
    span: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false, minItems: 2 },
  },
  required: ['city'],
  additionalProperties: false,
};
interface Args {
  city: string;
  days?: number;
}
const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters,
  aliases: ['forecast'],
  execute: (args: Args) => args.city,
});
const runtime = createRuntime({ toolsets: toolset('weather', [weather]) });
const standard = weather['~standard'];

describe('a tool', () => {
  it('is a Standard Schema and a Standard JSON Schema, typed by its arguments [DEF-6, TSP-5]', () => {
    const schema: StandardSchemaV1<Args> & StandardJSONSchemaV1<Args> = weather;
    const value: StandardSchemaV1.InferOutput<typeof weather> = { city: 'Bonn' };
    expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'haft' });
    expect(value.city).toBe('Bonn');
  });

  it('returns valid arguments, and the parsed form of others', async () => {
    const args = { city: 'Bonn', days: 2 };
    expect(await standard.validate(args)).toEqual({ value: args });
    expect(await standard.validate({ city: 'Bonn', days: '2', unit: 'C', span: null })).toEqual({
      value: { city: 'Bonn', days: 2, unit: 'c' },
    });
    expect(await standard.validate('{"city": "Bonn",}')).toEqual({ value: { city: 'Bonn' } });
  });

  it('reports problems with the texts of a retry prompt', async () => {
    expect(await standard.validate({ city: '', days: 9, unit: 'celsius' })).toEqual({
      issues: [
        { path: ['city'], message: 'expected a string of at least 1 character, received ""' },
        { path: ['days'], message: 'expected an integer from 1 to 7, received 9' },
        { path: ['unit'], message: 'expected one of "c", "f", received "celsius"' },
      ],
    });
    expect(await standard.validate('{"city": "Bo')).toEqual({
      issues: [{ message: 'The arguments end in the middle of a text; send them again completely.' }],
    });
  });

  it('gives its schema in each of the versions [TSP-5]', () => {
    const schemaIn = (target: string): Record<string, unknown> => standard.jsonSchema.input({ target });
    expect(schemaIn('draft-2020-12')).toEqual(parameters);
    expect(schemaIn('draft-07')).toMatchObject({ properties: { span: { additionalItems: false } } });
    expect(schemaIn('openapi-3.0')).toMatchObject({ properties: { span: { maxItems: 2 } } });
    expect(standard.jsonSchema.output({ target: 'draft-07' })).toEqual(schemaIn('draft-07'));
    expect(() => schemaIn('draft-04')).toThrow(HaftError);
    expect(() => schemaIn('draft-04')).toThrow(
      "The schema of 'weather' was asked for as 'draft-04', which is not known.",
    );
  });

  it('gives schemas that are the caller’s to change', () => {
    const first = standard.jsonSchema.input({ target: 'draft-2020-12' });
    first['$schema'] = 'x';
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).toEqual(parameters);
  });

  it('agrees with ajv on its own draft 07', async () => {
    const validate = new Ajv({ strict: false }).compile(standard.jsonSchema.input({ target: 'draft-07' }));
    const value = fc.record(
      {
        city: fc.constantFrom<unknown>('', 'a', 5),
        days: fc.constantFrom<unknown>(0, 1, 7.5, 7),
        span: fc.constantFrom<unknown>([], [1, 2], [1, 2, 3]),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(value, async (args) => {
        expect((await standard.validate(args)).issues === undefined).toBe(validate(args));
      }),
    );
  });

  it('is not the same schema under another definition', () => {
    const other = { ...weather, definition: { ...weather.definition, parameters: { type: 'object' as const } } };
    expect(Object.hasOwn(other, '~standard')).toBe(false);
    expect(standardTool(other)['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual({ type: 'object' });
  });
});

describe('a run', () => {
  it('gives its tools as values, which are called in it [DEF-6]', async () => {
    const run = runtime.startRun({ maxCalls: 2 });
    const [tool] = await run.tools();
    expect(tool?.definition.name).toBe('weather');
    expect(await tool?.['~standard'].validate({ city: 'Bonn' })).toEqual({ value: { city: 'Bonn' } });
    expect(await tool?.call({ city: 'Bonn' })).toMatchObject({ status: 'success', tool: 'weather', text: 'Bonn' });
    expect(await tool?.call({ city: '' })).toMatchObject({ status: 'retry' });
    expect(await tool?.call({ city: 'Bonn' })).toMatchObject({ status: 'failed', reason: 'limit' });
    const other = (await runtime.startRun().tools())[0];
    expect(await other?.call({ city: 'Bonn' }, { signal: AbortSignal.abort() })).toMatchObject({
      status: 'interrupted',
    });
  });
});

describe('a tool of a run', () => {
  it('can be logged: it contains no dependencies and no secrets of the host', async () => {
    const run = runtime.startRun({ deps: { key: 'sk-1' } });
    const tools = await run.tools();
    // With a call, the runtime and the run hold each other.
    await tools[0]?.call({ city: 'Bonn' });
    expect(JSON.stringify(tools)).toBe('[{}]');
    expect(inspect(tools, { depth: 10, showHidden: true })).not.toContain('sk-1');
  });
});

describe('a runtime', () => {
  it('gives its tools by name and by alias', () => {
    const tool: StandardTool<Args> = runtime.tool('weather');
    expect(tool.definition.name).toBe('weather');
    expect(tool).toBe(runtime.tool('forecast' as 'weather'));
    expect(tool['~standard']).toBe(tool['~standard']);
    expect(runtime.tool('weather')['~standard'].validate({ city: 'Bonn' })).toEqual({ value: { city: 'Bonn' } });
  });

  it('throws for a tool that it does not have', () => {
    expect(() => runtime.tool('wether' as 'weather')).toThrow("There is no tool 'wether'.");
    expect(() => runtime.tool('wether' as 'weather')).toThrow(
      expect.objectContaining({ hint: "Did you mean 'weather'?" }),
    );
  });

  it('gives the tools of a run, also where they differ from run to run', async () => {
    const some = createRuntime({ toolsets: dynamic(() => toolset('weather', [weather])) });
    const [tool] = await some.startRun().tools();
    expect(tool?.definition.name).toBe('weather');
    expect(await tool?.['~standard'].validate({})).toMatchObject({ issues: [{ path: ['city'] }] });
    expect(() => some.tool('weather')).toThrow(
      "runtime.tool('weather') was asked of toolsets that differ from run to run.",
    );
  });
});
