import type { ToolOutcome } from '@haft/core';
import { pathText } from '@haft/schema/basics';
import { checkerOf } from '@haft/arguments/lazy';
import { wireForm } from '@haft/core/internal';
import type { Call } from '../call.js';
import { writeFailure } from './outcomes.js';

/** Returns an outcome if a result is invalid for its schema. */
export function checkResult(call: Call, result: unknown): ToolOutcome | undefined {
  const { definition, ownResult, alwaysReturns } = call.state.planned.tool;
  const schema = ownResult === undefined ? definition.result : ownResult();
  if (result === undefined) return alwaysReturns === true ? writeFailure(call, nothing(definition.name)) : undefined;
  if (schema === undefined) return undefined;
  const [issue] = checkerOf(schema).issuesOf(wireForm(result));
  if (issue === undefined) return undefined;
  const place = issue.path.length === 0 ? 'The result' : `${pathText(issue.path)} of the result`;
  return writeFailure(call, new Error(`${place}: expected ${issue.expected}, received ${issue.received}`));
}

function nothing(tool: string): Error {
  return new Error(`'${tool}' returned undefined. Return a value, or add undefined to the type of the result.`);
}
