import type { RuleEntry } from './rule-entry.js';

/**
 * Under which name a decorator registers its rule in class-validator's storage, in lower case: the name of its validator, or the kind
 * of metadata for what is no validator.
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
