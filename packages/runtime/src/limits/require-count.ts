import { HaftError } from '@haft/core';

/** `value`, when it is a whole number of at least `minimum`. */
export function requireCount(option: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw new HaftError('HAFT_INVALID_OPTION', `${option} is ${String(value)}.`, {
    hint: `Give a whole number of at least ${minimum}.`,
  });
}
