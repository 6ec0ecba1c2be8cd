import type { JsonSchemaObject } from '@haft/schema';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';

/**
 * Returns the schemas of `@UserInput()` parameters for one call, by parameter name. `args` are the
 * arguments of the model as JSON.
 */
export type NarrowInputFunction = (args: never) => Readonly<Record<string, JsonSchemaObject>>;

/**
 * Narrows the values that the user can enter for one call, for example to the options of the model.
 * The schemas replace those of the parameters in `request.fields`. A value must be valid against
 * both.
 *
 * @example
 * @NarrowInput((args: { options: string[] }) => ({ answer: { enum: args.options } }))
 * @Tool()
 * ask(question: string, options: string[], @UserInput() answer: string): string {
 *   return `The user answers ${answer}.`;
 * }
 */
export function NarrowInput(narrow: NarrowInputFunction): DualMethodDecorator {
  return methodRecorder('narrowInput', narrow);
}
