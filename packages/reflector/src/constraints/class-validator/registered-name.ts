import type { RuleEntry } from './rule-entry.js';

/**
 * Returns the lower-case name under which a decorator registers its rule in class-validator's
 * storage: the name of its validator, or the kind of metadata.
 */
export function registeredName({ decorator, registers }: RuleEntry): string {
  return REGISTERED[registers ?? 'custom'] ?? EXCEPTIONS[decorator] ?? decorator.toLowerCase();
}

const REGISTERED: Readonly<Partial<Record<string, string>>> = {
  optional: 'conditionalvalidation',
  conditional: 'conditionalvalidation',
  nested: 'nestedvalidation',
  allowed: 'whitelistvalidation',
  promise: 'promisevalidation',
};

const EXCEPTIONS: Readonly<Partial<Record<string, string>>> = { Length: 'islength' };
