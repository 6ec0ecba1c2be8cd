import type { PlannedRule } from './property-plan.js';
import type { RuleArguments } from './validator-metadata.js';

/** Returns the message of a broken rule like `validate()`, but with a date for a date function. */
export function ruleMessage(planned: PlannedRule, given: RuleArguments): string {
  const args = withDates(planned, given);
  const written = planned.rule.message ?? '';
  if (written !== '') return filled(written, args);
  const { instance } = planned.constraint;
  return filled(typeof instance.defaultMessage === 'function' ? instance.defaultMessage(args) : '', args);
}

/** Replaces the tokens of a message in the order of class-validator. Calls a message function. */
function filled(message: string | ((args: RuleArguments) => string), args: RuleArguments): string {
  let text = typeof message === 'function' ? message(args) : message;
  if (!text) return '';
  for (const [index, constraint] of (args.constraints ?? []).entries()) {
    text = text.replace(new RegExp(`\\$constraint${index + 1}`, 'g'), constraintText(constraint));
  }
  if (['string', 'boolean', 'number'].includes(typeof args.value)) text = text.replace(/\$value/g, String(args.value));
  return text.replace(/\$property/g, args.property).replace(/\$target/g, args.targetName);
}

/** Writes a constraint as class-validator does. */
function constraintText(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ');
  // class-validator prints a class or a function as its source.
  return String(typeof constraint === 'symbol' ? constraint.description : constraint);
}

/** Replaces the function of `@MaxDate(() => ...)`, which class-validator prints, by its date. */
function withDates({ constraint }: PlannedRule, args: RuleArguments): RuleArguments {
  const [bound, ...rest] = args.constraints ?? [];
  const isDateRule = constraint.name === 'maxDate' || constraint.name === 'minDate';
  return isDateRule && typeof bound === 'function' ? { ...args, constraints: [dateText(bound), ...rest] } : args;
}

/** Returns a date, or the date that a function makes, as ISO text. */
export function dateText(bound: unknown): string {
  const date: unknown = typeof bound === 'function' ? (bound as () => unknown)() : bound;
  return date instanceof Date && !Number.isNaN(date.getTime())
    ? date.toISOString().replace('.000Z', 'Z')
    : String(date);
}
