import { HaftError, kindOf } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/** The tools of a framework that a bridge reads. */
interface ForeignTools {
  /** The name of the bridge, for messages. */
  readonly bridge: string;
  /** The name of the framework, for messages. */
  readonly framework: string;
  /** How to write the arguments of the bridge. */
  readonly example: string;
  /** Returns whether a value is a tool of the framework. */
  readonly isTool: (value: unknown) => boolean;
}

/**
 * Rejects a name that is not a text and values that are not tools of the framework.
 *
 * @param tools - a list, or tools by name
 * @param wanted - the form of `tools`
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireForeignTools(
  { bridge, framework, example, isTool }: ForeignTools,
  name: unknown,
  tools: unknown,
  wanted: 'a list' | 'an object',
): void {
  const hint = `Write ${example}.`;
  const refused = (message: string): HaftError => new HaftError('HAFT_INVALID_OPTION', message, { hint });
  if (typeof name !== 'string') throw refused(`${bridge}() was given ${kindOf(name)} as the name of the toolset.`);
  const fits = wanted === 'a list' ? Array.isArray(tools) : isObject(tools) && !isTool(tools);
  if (!fits) throw refused(`${bridge}('${name}') was given ${isTool(tools) ? 'one tool' : kindOf(tools)}.`);
  for (const [key, one] of Object.entries(tools as object))
    if (!isTool(one))
      throw refused(`'${key}' of ${bridge}('${name}') is ${kindOf(one)}, and not a tool of ${framework}.`);
}
