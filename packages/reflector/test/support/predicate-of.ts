import * as reflected from '@haft/core/reflected';
import type { JsonSchema } from '@haft/schema';
import { ImportList } from '../../src/emit/import-list.js';
import { ModuleParts } from '../../src/emit/module-parts.js';
import { Names } from '../../src/emit/names.js';
import { TypeEmitter } from '../../src/emit/predicates/type-emitter.js';

/** The emitted check of any schema, without a tool around it. */
export function predicateOf(schema: JsonSchema): (value: unknown) => boolean {
  const names = new Names();
  const imports = new ImportList('/project', { runtimeModule: '@haft/core', importStyle: '.js' } as const, names);
  const parts = new ModuleParts(imports, names);
  // The emitter needs a document. A schema that is only true or false has no references.
  const emitter = new TypeEmitter({ schema: typeof schema === 'boolean' ? {} : schema, revivals: new Map() }, parts);
  const text = `return function accepts${emitter.functionText(schema, 'value', 'check')};`;
  const body = [...parts.constantLines(), ...parts.functions(), text].join('\n');
  // The text is our own.
  const create = new Function(...Object.keys(reflected), `'use strict';\n${body}`) as (
    ...values: readonly unknown[]
  ) => (value: unknown) => boolean;
  return create(...Object.values(reflected));
}
