import type { PlannedRule } from './property-plan.js';
import type { RuleArguments } from './validator-metadata.js';

/** Returns the message of a broken rule, word for word as class-validator's `validate()` gives it, but for functions that make dates. */
export function ruleMessage(planned: PlannedRule, given: RuleArguments): string {
  const args = withDates(planned, given);
  const written = planned.rule.message ?? '';
  if (written !== '') return filled(written, args);
  const { instance } = planned.constraint;
  return filled(typeof instance.defaultMessage === 'function' ? instance.defaultMessage(args) : '', args);
}

/** A text with its tokens filled in, in class-validator's order; what a function returns is filled in too. */
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
  // A class or a function as well: what it is as text is what class-validator prints.
  return String(typeof constraint === 'symbol' ? constraint.description : constraint);
}

/** Replaces the function of `@MaxDate(() => ...)` by its date: class-validator would print its source. */
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
