import { readFileSync, writeFileSync } from 'node:fs';
import { writeCollectors } from '../../src/emit/write-module.js';
import { projectOf, toolOf, typeOf } from '../support/models.js';
import { workspaceModel } from '../support/workspace-model.js';

const OUT = '/project/src/toolsets.gen.ts';
const GOLDEN = new URL('../fixtures/modules/workspace.issues.golden.ts', import.meta.url);

describe('the module of issue collectors', () => {
  it('is the golden module, byte for byte', () => {
    const text = writeCollectors(workspaceModel(), { out: OUT });
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(GOLDEN, text);
    expect(text).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  it('is the same text for the same model wherever the project lies, and imports no class', () => {
    const elsewhere = writeCollectors(workspaceModel('/some/other folder'), {
      out: '/some/other folder/src/toolsets.gen.ts',
    });
    expect(elsewhere).toBe(writeCollectors(workspaceModel(), { out: OUT }));
    expect(elsewhere.match(/^import .*$/gm)).toEqual([expect.stringMatching(/from '@haft\/core\/reflected';$/)]);
  });

  it('has one function for equal types of different tools', () => {
    const person = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
    const type = typeOf({ type: 'object', properties: { a: person, b: person }, additionalProperties: false });
    const text = writeCollectors(projectOf([toolOf('one', type), toolOf('two', type)]), { out: OUT });
    expect(text.match(/^function .*$/gm)).toEqual([
      expect.stringContaining('function collect_A('),
      expect.stringContaining('function collect_One('),
    ]);
    expect(text.match(/^ {2}'[0-9a-f]{16}': collect_One,$/gm)).toHaveLength(2);
  });

  it('leaves out schemas that can only be interpreted as a whole', () => {
    const type = typeOf({ type: 'object', patternProperties: { '^x': { type: 'string' } } });
    expect(writeCollectors(projectOf([toolOf('any', type)]), { out: OUT })).toContain('= {\n};');
  });
});
