import type { JsonSchemaObject } from '@haft/schema';
import { recordOnParameter } from './metadata.js';

/**
 * The description and constraints of one parameter. Pass constants: `haft build` evaluates them.
 */
export interface ParameterConstraints extends Pick<JsonSchemaObject, Constraint> {
  /** The purpose of the parameter, for the model. Overrides the comment of the method. */
  readonly description?: string;
  /** `true` makes a `number` an integer. */
  readonly integer?: boolean;
  /** A regular expression, not anchored. */
  readonly pattern?: string | RegExp;
  /** A format of JSON Schema, for example `email`. */
  readonly format?: string;
  /** Replaces the generated schema of the parameter. */
  readonly schema?: JsonSchemaObject;
}

/** The keywords of JSON Schema that a parameter takes as they are. */
type Constraint =
  | ('minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf')
  | ('minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'uniqueItems' | 'examples');

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
