import * as reflected from '@haft/core/reflected';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { IssueCollector } from '@haft/schema/internal';
import { CollectorEmitter } from '../../src/emit/collectors/collector-emitter.js';
import { ImportList } from '../../src/emit/import-list.js';
import { ModuleParts } from '../../src/emit/module-parts.js';
import { Names } from '../../src/emit/names.js';

/** The text of the emitted collector of any schema, without a tool around it. */
function collectorTextOf(schema: JsonSchema): string {
  const names = new Names();
  const imports = new ImportList('/project', { runtimeModule: '@haft/core', importStyle: '.js' } as const, names);
  const parts = new ModuleParts(imports, names);
  const root: JsonSchemaObject = typeof schema === 'boolean' ? {} : schema;
  const name = new CollectorEmitter(root, parts).function(schema, 'arguments');
  return [...parts.constantLines(), ...parts.functions(), `return ${name};`].join('\n');
}

/** The same as a function. */
export function collectorOf(schema: JsonSchema): IssueCollector {
  // The text is our own.
  const create = new Function(...Object.keys(reflected), `'use strict';\n${collectorTextOf(schema)}`) as (
    ...values: readonly unknown[]
  ) => IssueCollector;
  return create(...Object.values(reflected));
}
