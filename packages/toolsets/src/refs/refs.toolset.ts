import {
  Example,
  Hints,
  ModelRetry,
  Param,
  RunContext,
  Tool,
  ToolResult,
  Toolset,
  type FoundReference,
} from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { parseReference } from '../plan/references/parse-reference.js';
import { valueAt } from '../plan/references/value-at.js';
import { shortened } from '../shortened.js';
import type { GivenReference } from './given-reference.js';
import { sliceOf, type RefSlice } from './ref-slice.js';
import { sliceText } from './slice-text.js';

/** Reads stored values. */
@Toolset({
  prefix: 'ref',
  instructions: 'A result with "$ref" is a stored value. Pass it to other tools as it is.',
})
export class RefsToolset {
  /**
   * Reads a part of the value of a reference.
   * @param ref The id of the reference, such as invoices_1.
   * @param path The place in the value, such as 0.lines. Default: the whole value.
   * @param offset The first item, property or character. The first one of all is 0.
   * @param limit Most items, properties or characters. Default: as many as fit.
   */
  @Tool({ strict: false })
  @Hints({ readOnly: true, idempotent: true, openWorld: false })
  @Example({ ref: 'invoices_1', path: '0.lines', limit: 20 })
  async read(
    // The strict check accepts the whole reference too, so that its value never replaces it.
    ref: string | GivenReference,
    run: RunContext<never>,
    @Param({ maxLength: 1000 }) path = '',
    @Param({ integer: true, minimum: 0 }) offset = 0,
    @Param({ integer: true, minimum: 1 }) limit?: number,
  ): Promise<ToolResult<RefSlice>> {
    const id = typeof ref === 'string' ? ref : ref.$ref;
    const found = await run.calls.findReference(id);
    if (found === undefined) throw unknownReference(id);
    const slice = sliceOf(partOf(found, path), { offset, limit });
    if (offset > 0 && offset >= slice.total)
      throw new ModelRetry(`offset must be less than ${slice.total}, which is the number of ${slice.unit}.`);
    return new ToolResult({ value: slice, content: sliceText(slice, path) });
  }
}

function unknownReference(id: string): ModelRetry {
  const problem = `The reference '${shortened(id)}' does not exist or has expired.`;
  const next = /[.[]/.test(id)
    ? 'Write the id alone in ref, and the place in the value in path.'
    : 'Use the id of a result with "$ref", or call the tool that returned it again.';
  return new ModelRetry(`${problem} ${next}`);
}

/** Returns the value at a path. Only own properties and positions of arrays count. */
function partOf({ id, type, json }: FoundReference, path: string): JsonValue {
  const keys = path === '' ? [] : parseReference(path.startsWith('[') ? `${id}${path}` : `${id}.${path}`)?.keys;
  if (keys === undefined)
    throw new ModelRetry(`The path '${shortened(path)}' is invalid. Write names and positions with dots: 0.name.`);
  const found = valueAt(JSON.parse(json) as JsonValue, keys);
  if ('problem' in found) throw new ModelRetry(`In ${id} (${shortened(type)}) ${found.problem}.`);
  return found.value;
}
