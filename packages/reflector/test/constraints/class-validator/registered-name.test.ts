import * as validator from 'class-validator';
import { registeredName } from '../../../src/constraints/class-validator/registered-name.js';
import { RULE_GROUPS } from '../../../src/constraints/class-validator/rule-table.js';

/*
 * Compares the names of rules in the build with the registered ones, which are those of
 * class-validator.
 */

const DECORATORS = validator as unknown as Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>;
/** Arguments with which one decorator or another can be made. */
const ARGUMENTS = [[], [1], [1, 2], [['a']], [/a/], [() => true], [class Made {}], ['a']];
/** The author chooses the names of these decorators. */
const NAMED_BY_THE_AUTHOR = new Set(['Validate', 'ValidateBy', 'ValidatorConstraint']);

const entries = Object.values(RULE_GROUPS)
  .flat()
  .filter(({ decorator }) => !NAMED_BY_THE_AUTHOR.has(decorator) && decorator in DECORATORS);

it.each(entries.map((entry) => [entry.decorator, entry] as const))('%s', (decorator, entry) => {
  expect(ARGUMENTS.flatMap((args) => registered(decorator, args))).toContain(registeredName(entry));
});

function registered(decorator: string, args: readonly unknown[]): readonly string[] {
  class Dto {}
  try {
    DECORATORS[decorator]?.(...args)(Dto.prototype, 'property');
  } catch {
    return [];
  }
  const found = validator.getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false);
  return found.map(({ type, name }) => (type === 'customValidation' ? (name ?? '') : type).toLowerCase());
}
