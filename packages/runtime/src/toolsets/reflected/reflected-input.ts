import type { ToolDescriptor } from '@haft/core/reflected';
import type { JsonSchemaObject } from '@haft/schema';
import type { OnDemand } from '../../arguments/load-ahead.js';
import type { AnyTool } from '../port/any-tool.js';
import { lazily } from '../wrappers/lazily.js';
import { reflectedCheck, reflectedRules } from './reflected-check.js';

/** Returns the check of the values that people supply to a reflected tool, if it takes some. */
export function reflectedInput({ input }: ToolDescriptor, onDemand: OnDemand): Pick<AnyTool, 'input'> {
  if (input === undefined) return NO_INPUT;
  const schema = lazily(() => JSON.parse(input.parameters) as JsonSchemaObject);
  const check = reflectedCheck(input, schema, onDemand);
  return { input: { check, visitRules: reflectedRules(input, onDemand.checks) } };
}

const NO_INPUT: Pick<AnyTool, 'input'> = {};
