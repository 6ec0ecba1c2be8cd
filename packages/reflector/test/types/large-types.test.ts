import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, readMembers } from '../support/read-fixture.js';

/* Types whose schema would explode when written out wherever it is used. */

describe('large types', () => {
  it('are read once: thirty entities that all refer to each other', () => {
    const names = Array.from({ length: 30 }, (_, index) => `Entity${index}`);
    const entities = names.map(
      (name) =>
        `export interface ${name} { id: string; ${names.map((other) => `to${other}?: ${other}[]`).join('; ')} }`,
    );
    const methods = names.map(
      (name) =>
        `  /** A. */ @Tool({ name: 'take_${name.toLowerCase()}' }) take${name}(value: ${name}, all?: string): void {}`,
    );
    const { model } = readFiles({
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\n${entities.join('\n')}\n@Toolset() export class Tools {\n${methods.join('\n')}\n}`,
    });
    const tools = model.toolsets[0]?.tools ?? [];
    expect(tools).toHaveLength(30);
    expect(Math.max(...tools.map((tool) => JSON.stringify(tool.arguments.schema).length))).toBeLessThan(100_000);
    expect(Math.max(...tools.map((tool) => tool.arguments.wireType.length))).toBeLessThan(25_000);
  });

  it('do not double at each step of diamonds that use the next one twice', () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) => `interface L${index} { left: L${index + 1}; right: L${index + 1} }`,
    );
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() take(value: L0, other?: string): void {}',
        `${levels.join('\n')}\ninterface L40 { end: string }`,
      ),
    );
    expect(JSON.stringify(tool.arguments.schema).length).toBeLessThan(30_000);
    expect(tool.arguments.wireType.length).toBeLessThan(30_000);
  });

  it('give the same name to a type of another file another name', () => {
    const node = (name: string): string => `export interface Node { ${name}: string; next?: Node }`;
    const { model } = readFiles({
      'src/a.ts': node('a'),
      'src/b.ts': node('b'),
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\nimport type { Node as A } from './a.js';\nimport type { Node as B } from './b.js';\n@Toolset() export class Tools { /** A. */ @Tool() take(a: A, b: B): void {} }`,
    });
    const { $defs, properties } = model.toolsets[0]?.tools[0]?.arguments.schema ?? {};
    expect(Object.keys($defs ?? {})).toEqual(['Node', 'Node2']);
    expect(properties).toEqual({ a: { $ref: '#/$defs/Node' }, b: { $ref: '#/$defs/Node2' } });
  });
});
