import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ToolModel } from '../../src/model.js';
import { readProject, type ReadProject } from '../../src/read-project.js';

/*
 * Every folder of `fixtures/types` is a type as a user writes it (`main.ts`), the schema that it
 * must have, and values that the type takes and refuses. All are read as one project, as toolsets
 * are.
 */

const FIXTURES = join(import.meta.dirname, '../fixtures/types');
const names = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);

interface Values {
  readonly accept: readonly JsonValue[];
  readonly reject: readonly JsonValue[];
}

interface Expected {
  readonly arguments: JsonSchemaObject;
  readonly result?: JsonSchemaObject;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

let project: ReadProject;
beforeAll(() => {
  project = readProject({
    tsconfig: join(FIXTURES, 'tsconfig.json'),
    out: join(FIXTURES, 'toolsets.gen.ts'),
    strict: false,
  });
});

describe('types of parameters and results', () => {
  it('are read without errors', () => {
    expect(project.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  });

  describe.each(names)('%s', (name) => {
    it('has the schema of schema.json [SCH-1, SCH-2, SCH-3, SCH-4, SCH-6, SCH-7, SCH-8, SCH-9, SCH-11, SCH-10]', () => {
      const tool = toolOf(name);
      const expected = JSON.parse(read(name, 'schema.json')) as Expected;
      const found = {
        arguments: tool.arguments.schema,
        ...(tool.result === undefined ? {} : { result: tool.result.schema }),
      };
      // Compared as text, because a model reads the order of properties.
      expect(JSON.stringify(found, null, 2)).toBe(JSON.stringify(expected, null, 2));
    });

    it('takes and refuses the values of values.json', () => {
      const tool = toolOf(name);
      const validate = ajv.compile(tool.arguments.schema);
      const { accept, reject } = JSON.parse(read(name, 'values.json')) as Values;
      const wrong = [
        ...accept.filter((value) => !validate(argumentsOf(tool, value))).map((value) => ({ refused: value })),
        ...reject.filter((value) => validate(argumentsOf(tool, value))).map((value) => ({ accepted: value })),
      ];
      expect(wrong).toEqual([]);
    });
  });
});

function toolOf(name: string): ToolModel {
  const toolset = project.model.toolsets.find((one) => one.source === `${name}/main.ts`);
  const tool = toolset?.tools[0];
  if (tool === undefined) throw new Error(`The fixture ${name} has no tool.`);
  return tool;
}

function argumentsOf(tool: ToolModel, value: JsonValue): JsonValue {
  return tool.single ? value : { value };
}

function read(name: string, file: string): string {
  return readFileSync(join(FIXTURES, name, file), 'utf8');
}
