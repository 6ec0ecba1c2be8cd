import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { recordOnParameter } from './metadata.js';

/**
 * The description and constraints of one parameter. Pass constants: `haft build` evaluates them.
 */
export interface ParameterConstraints {
  /** The purpose of the parameter, for the model. Overrides the comment of the method. */
  readonly description?: string;
  /** The smallest accepted number. */
  readonly minimum?: number;
  /** The largest accepted number. */
  readonly maximum?: number;
  /** A number that the value must exceed. */
  readonly exclusiveMinimum?: number;
  /** A number that the value must be less than. */
  readonly exclusiveMaximum?: number;
  /** A positive number. The value must be a multiple of it. */
  readonly multipleOf?: number;
  /** `true` makes a `number` an integer. */
  readonly integer?: boolean;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  /** A regular expression, not anchored. */
  readonly pattern?: string | RegExp;
  /** A format of JSON Schema, for example `email`. */
  readonly format?: string;
  /** The smallest number of items. */
  readonly minItems?: number;
  /** The largest number of items. */
  readonly maxItems?: number;
  /** Whether all items must differ. */
  readonly uniqueItems?: boolean;
  /** Valid values, as samples for the model. */
  readonly examples?: readonly JsonValue[];
  /** Replaces the generated schema of the parameter. */
  readonly schema?: JsonSchemaObject;
}

/**
 * Describes or constrains a parameter. For a property of a class or an interface, write tags such
 * as `@minimum` in its comment, or use class-validator.
 *
 * @example
 * @Tool()
 * read(
 *   @Param('Path relative to the root.') path: string,
 *   @Param({ minimum: 1, maximum: 2000 }) limit = 200,
 * ): string {
 *   return this.shop.read(path, limit);
 * }
 */
export function Param(options: string | ParameterConstraints): ParameterDecorator {
  return (target, method, index) => {
    recordOnParameter(target, method, index, { param: options });
  };
}
