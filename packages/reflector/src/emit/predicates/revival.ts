import type { JsonSchemaObject } from '@haft/schema';
import type { Revival } from '../../model.js';
import type { Code } from './code.js';
import type { TypeEmitter } from './type-emitter.js';

/** The place where a checked value becomes a run-time value. */
export interface RevivalSite {
  readonly schema: JsonSchemaObject;
  /** The variable of the JSON value. */
  readonly value: string;
  readonly code: Code;
  readonly emitter: TypeEmitter;
}

/**
 * Writes the last step of building: from the result of the keywords (`built`) to the type. Returns
 * its variable. Rejects a value that matches its schema but cannot be converted (a URI that is not
 * a URL).
 */
export function emitRevival(revival: Revival, built: string, site: RevivalSite): string {
  const { value, code } = site;
  const { expression, mayFail } = expressionOf(revival, built, site);
  if (expression === built) return built;
  const revived = code.scope.local(`${value}${ENDING[revival.kind]}`);
  code.line(`const ${revived} = ${expression};`);
  if (mayFail) code.refuseIf(`${revived} === undefined`);
  return revived;
}

interface Revived {
  readonly expression: string;
  /** Whether the expression can be undefined. */
  readonly mayFail: boolean;
}

function expressionOf(revival: Revival, built: string, { schema, value, emitter }: RevivalSite): Revived {
  switch (revival.kind) {
    case 'date':
      return { expression: `${emitter.helper(dateBuilder(schema))}(${built})`, mayFail: true };
    case 'url':
      return { expression: `${emitter.helper('toUrl')}(${built})`, mayFail: true };
    case 'bigint':
      return { expression: `${emitter.helper('toBigInt')}(${built})`, mayFail: true };
    case 'bytes':
      return {
        expression: `${emitter.helper(revival.as === 'Buffer' ? 'toBuffer' : 'toUint8Array')}(${built})`,
        mayFail: true,
      };
    case 'set':
      return { expression: `new Set(${built})`, mayFail: false };
    case 'map':
      return mapOf(revival, built, emitter);
    case 'dto':
      if (revival.transformed) {
        return {
          expression: `${emitter.plainToInstance()}(${emitter.class(revival.class)}, ${built})`,
          mayFail: false,
        };
      }
      if (built === value)
        emitter.unsupported(`the class ${revival.class.name} does not stand for an object with properties`);
      return { expression: built, mayFail: false };
  }
}

/** Returns whether the revival checks the format too. Dates are parsed and checked in one step. */
export function checksFormat(revival: Revival | undefined, { format }: JsonSchemaObject): boolean {
  return revival?.kind === 'date' && (format === 'date' || format === 'date-time');
}

function dateBuilder({ format }: JsonSchemaObject): string {
  return format === 'date' ? 'toDate' : 'toDateTime';
}

function mapOf(revival: Revival & { readonly kind: 'map' }, built: string, emitter: TypeEmitter): Revived {
  if (revival.form === 'entries') return { expression: `new Map(${built})`, mayFail: false };
  if (revival.keys === 'number') return { expression: `${emitter.helper('toNumberMap')}(${built})`, mayFail: true };
  return { expression: `${emitter.helper('toMap')}(${built})`, mayFail: false };
}

const ENDING: Record<Revival['kind'], string> = {
  date: 'Date',
  url: 'Url',
  bigint: 'BigInt',
  bytes: 'Bytes',
  set: 'Set',
  map: 'Map',
  dto: 'Instance',
};
