import { readFileSync, writeFileSync } from 'node:fs';
import { writeChecks } from '../../src/emit/write-module.js';
import { projectOf, toolOf, typeOf } from '../support/models.js';
import { workspaceModel } from '../support/workspace-model.js';

const OUT = '/project/src/toolsets.gen.ts';
const GOLDEN = new URL('../fixtures/modules/workspace.checks.golden.ts', import.meta.url);

describe('the module of checks', () => {
  it('is the golden module, byte for byte', () => {
    const text = writeChecks(workspaceModel(), { out: OUT });
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(GOLDEN, text);
    expect(text).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  it('is the same text for the same model wherever the project lies, and imports no toolset', () => {
    const elsewhere = writeChecks(workspaceModel('/some/other folder'), {
      out: '/some/other folder/src/toolsets.gen.ts',
    });
    expect(elsewhere).toBe(writeChecks(workspaceModel(), { out: OUT }));
    expect(elsewhere).not.toContain('FileToolset');
  });

  it('has one function for equal types of different tools', () => {
    const person = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
    const type = typeOf({ type: 'object', properties: { a: person, b: person }, additionalProperties: false });
    const text = writeChecks(projectOf([toolOf('one', type), toolOf('two', type)]), { out: OUT });
    expect(text.match(/^function .*$/gm)).toEqual(['function read_one(args) {']);
    expect(text.match(/^ {2}'[0-9a-f]{16}': \{ read: read_one \},$/gm)).toHaveLength(2);
  });

  it('says which tool has a type that cannot be built in one pass', () => {
    const date = { type: 'string', format: 'date-time' } as const;
    const both = { allOf: [{ properties: { a: date } }, { properties: { b: date } }] };
    const type = typeOf({ type: 'object', properties: { both } }, [[date, { kind: 'date' }]]);
    const write = (): string => writeChecks(projectOf([toolOf('make', type)]), { out: OUT });
    expect(write).toThrow(
      "Haft cannot generate code for the tool 'make': two parts of an intersection become run-time values.",
    );
  });
});
