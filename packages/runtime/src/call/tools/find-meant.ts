import { isSameWord } from '@haft/schema/basics';
import type { RunPort } from '../run-port.js';
import { nameInside } from './name-inside.js';
import type { ToolState } from './tool-state.js';

/**
 * Returns the tool that a model means by a name with marks of a call format, by a name in another
 * spelling, or by the name of a similar tool elsewhere. Only for calls of the model: a tool that
 * makes inner calls may forbid some by their names.
 */
export function findMeant({ runtime, toolbox }: RunPort, asked: unknown): ToolState | undefined {
  const { repair } = runtime.limits.arguments;
  if (typeof asked !== 'string' || repair === 'never') return undefined;
  const { names } = toolbox.names();
  const name = meantName(names, toolbox.otherNames(), asked);
  const state = name === undefined || !names.includes(name) ? undefined : toolbox.find(name);
  const isRepaired = repair === 'all' || state?.planned.tool.check.readOnly === true;
  return isRepaired ? state : undefined;
}

/**
 * Returns the one name that is meant.
 *
 * @param others - names of tools by the names of similar tools elsewhere
 */
export function meantName(
  names: readonly string[],
  others: ReadonlyMap<string, string>,
  asked: string,
): string | undefined {
  return nameAmong(names, asked) ?? others.get(nameAmong([...others.keys()], asked) ?? '');
}

/** The longest name whose spelling is compared, as for names of tools. */
const LONGEST_NAME = 64;

function nameAmong(names: readonly string[], asked: string): string | undefined {
  const inside = nameInside(asked, names);
  if (inside !== undefined || asked.length > LONGEST_NAME) return inside;
  const [only, second] = names.filter((name) => isSameWord(name, asked));
  return second === undefined ? only : undefined;
}
