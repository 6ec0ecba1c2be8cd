import type { Repair } from '@haft/core';
import type { Issue, JsonValue } from '@haft/schema';
import type { RefusedArguments } from './accepted-arguments.js';

/** Returns the refusal of an object with issues. */
export function refusedObject(value: Readonly<Record<string, JsonValue>>, issues: readonly Issue[]): RefusedArguments {
  return { refusal: { issues }, repairs: NO_REPAIRS, checked: { value, issues } };
}

/** Returns the refusal of a value that is not an object, or that could not be read. */
export function refused(issues: readonly Issue[], problem?: string): RefusedArguments {
  return { refusal: problem === undefined ? { issues } : { issues, problem }, repairs: NO_REPAIRS };
}

const NO_REPAIRS: readonly Repair[] = [];
