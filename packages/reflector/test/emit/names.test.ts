import type { JsonSchemaObject } from '@haft/schema';
import { RESERVED_LOCALS } from '../../src/emit/names.js';
import type { Revival } from '../../src/model.js';
import { loadTool } from '../support/load-module.js';
import { classOf, projectOf, toolOf, typeOf } from '../support/models.js';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The fixed parameter names of emitted functions, and every word that no parameter may have as its
 * name.
 */
const WORDS = [...RESERVED_LOCALS, 'visit', 'path', 'value', 'args', 'walk'].map(capital);

test.each(WORDS)('a recursive class may be called %s', (name) => {
  const schema: JsonSchemaObject = {
    type: 'object',
    properties: { inside: { $ref: `#/$defs/${name}` }, mail: { type: 'string' } },
    additionalProperties: false,
  };
  const dto: Revival = { kind: 'dto', class: classOf(name), rules: {}, uncovered: ['mail'], transformed: false };
  const root = { type: 'object', properties: { one: { $ref: `#/$defs/${name}` } }, $defs: { [name]: schema } } as const;
  class Dto {
    readonly inside?: Dto;
  }
  const tool = loadTool(projectOf([toolOf('test_tool', typeOf(root, [[schema, dto]]))]), { [name]: Dto });
  const built = tool.read({ one: { inside: { mail: 'x' } } }) as { readonly one: Dto };
  expect(built.one).toBeInstanceOf(Dto);
  expect(built.one.inside).toBeInstanceOf(Dto);
  const visited: unknown[] = [];
  tool.visitRules?.(built as never, (_instance, _dto, _properties, path) => visited.push(path.join('.')));
  expect(visited).toEqual(['one', 'one.inside']);
});
