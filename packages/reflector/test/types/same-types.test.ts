import { describe, expect, it } from '@jest/globals';
import { onlyTool, readMembers } from '../support/read-fixture.js';

/** The schema of a parameter of this type. */
function parameterOf(type: string, declarations: string): unknown {
  const tool = onlyTool(readMembers(`  /** A. */ @Tool() take(value: ${type}, other?: 1): void {}`, declarations));
  return tool.arguments.schema.properties?.['value'];
}

describe('a type that means another', () => {
  it('may be met while the other is read', () => {
    const set = { type: 'array', uniqueItems: true };
    expect(parameterOf('Set<Names>', 'interface Names extends Set<Names> {}')).toMatchObject(set);
    expect(parameterOf('List[]', 'interface List extends Array<List> {}')).toMatchObject({ type: 'array' });
    expect(
      parameterOf('Tree[]', 'interface Tree { children: Tree[] & { __brand?: 1 }; label?: string }'),
    ).toMatchObject({ type: 'array' });
  });

  it('reports results whose toJSON() return each other', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() take(): First { throw new Error(); }',
      'interface First { toJSON(): Second } interface Second { toJSON(): First }',
    );
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['HAFT1050', expect.stringContaining('is infinite')],
    ]);
  });

  it('names the way from the tool to a type inside of a result', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() start(): Job { throw new Error(); }',
      'interface Job { options: { agent: RegExp } }',
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The result of 'start' has no schema. The type 'RegExp' has no JSON form (start > result > options.agent).",
    ]);
  });
});
