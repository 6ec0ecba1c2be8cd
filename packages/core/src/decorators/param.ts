import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { recordOnParameter } from './metadata.js';

/**
 * The description and constraints of one parameter. Pass constants: `haft build` evaluates them.
 */
export interface ParameterConstraints {
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** `true` makes a `number` an integer. */
  readonly integer?: boolean;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  readonly pattern?: string | RegExp;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly examples?: readonly JsonValue[];
  /** Replaces the generated schema of the parameter. */
  readonly schema?: JsonSchemaObject;
}

/**
 * Describes or constrains a parameter.
 *
 * @example read(@Param({ minimum: 1, maximum: 2000 }) limit = 200) {}
 * @example read(@Param('Path relative to the root.') path: string) {}
 */
export function Param(options: string | ParameterConstraints): ParameterDecorator {
  return (target, method, index) => {
    recordOnParameter(target, method, index, { param: options });
  };
}
