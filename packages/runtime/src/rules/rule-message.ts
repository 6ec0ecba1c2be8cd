import type { PlannedRule } from './property-plan.js';
import type { RuleArguments } from './validator-metadata.js';

/** The message of a broken rule, word for word as class-validator's `validate()` gives it. */
export function ruleMessage({ rule, constraint }: PlannedRule, args: RuleArguments): string {
  const written = rule.message ?? '';
  if (written !== '') return filled(written, args);
  const { instance } = constraint;
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

function constraintText(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ');
  // A class or a function as well: what it is as text is what class-validator prints.
  return String(typeof constraint === 'symbol' ? constraint.description : constraint);
}
