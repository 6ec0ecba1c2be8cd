import { HaftError, refuseUnknownOptions, requireKind, type OptionNames } from '@haft/core';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import type { AnyTool } from '@haft/compose';
import { textOf } from '@haft/compose/internal';
import { nameInRun } from '@haft/core/internal';
import type { RunState } from '../state/run-state.js';
import { askInstance } from './ask-instance.js';
import { formsOf, valuesOf } from './read-texts.js';

/** A value that a person begins to type. */
export interface CompletionRequest {
  /** The name of a prompt. */
  readonly prompt?: string | undefined;
  /** The URI template of a resource, as `run.resources` lists it. */
  readonly resource?: string | undefined;
  /** The parameter. */
  readonly parameter: string;
  /** The first characters. */
  readonly text: string;
  /** The other arguments. Default: none. */
  readonly given?: Readonly<Record<string, string>> | undefined;
}

/** Values that a person may mean. */
export interface CompletionValues {
  /** At most 100. */
  readonly values: readonly string[];
  /** How many there are, as far as it is known. */
  readonly total: number;
  /** Whether there are more. */
  readonly hasMore: boolean;
}

const MOST = 100;
const LONGEST_MS = 1000;

/** No values: nothing fits, or the user may not read the resource or the prompt. */
export const NO_VALUES: CompletionValues = { values: [], total: 0, hasMore: false };

/**
 * Returns the resource or the prompt that a request names.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function targetOf(offers: readonly PlannedTool[], request: CompletionRequest): PlannedTool | undefined {
  refuseUnknownOptions('run.complete', request, OPTIONS);
  const { prompt, resource, parameter, text } = request;
  if ((prompt === undefined) === (resource === undefined)) throw noTarget();
  requireKind('The parameter of run.complete()', parameter, 'a string');
  requireKind('The text of run.complete()', text, 'a string');
  return offers.find(({ name, tool }) =>
    prompt === undefined
      ? tool.offer?.template?.source === resource
      : name === nameInRun({ kind: 'prompt', name: prompt }),
  );
}

/** Returns values for a parameter of a resource or a prompt. */
export async function completionOf(
  run: RunState,
  tool: AnyTool,
  request: CompletionRequest,
): Promise<CompletionValues> {
  const values = await valuesFor(run, tool, request);
  return { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST };
}

async function valuesFor(
  run: RunState,
  tool: AnyTool,
  { parameter, text, given = {} }: CompletionRequest,
): Promise<readonly string[]> {
  const { completions = {} } = tool.offer ?? {};
  const complete = Object.hasOwn(completions, parameter) ? completions[parameter] : undefined;
  if (complete === undefined) return listedValues(tool, parameter, text);
  const found = await askInstance(run, tool, {
    what: `The completion of '${parameter}' of '${tool.definition.name}'`,
    ms: LONGEST_MS,
    ask: (instance) => complete(instance, text, given, run.context),
  });
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** Returns the values of an enum or a boolean that begin with a text. */
function listedValues({ check }: AnyTool, parameter: string, text: string): readonly string[] {
  const schema = check.schema();
  const properties = schema.properties ?? {};
  const own = Object.hasOwn(properties, parameter) ? properties[parameter] : undefined;
  const values = formsOf(schema, own).flatMap(
    (form) => valuesOf(form) ?? (form.type === 'boolean' ? [true, false] : []),
  );
  const begin = text.toLowerCase();
  return [...new Set(values.map(textOf))].filter((value) => value.toLowerCase().startsWith(begin));
}

const OPTIONS: OptionNames<CompletionRequest> = {
  prompt: true,
  resource: true,
  parameter: true,
  text: true,
  given: true,
};

function noTarget(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'run.complete() needs a resource or a prompt, and not both.', {
    hint: "Name one: run.complete({ prompt: 'orders_summarise', parameter: 'id', text: '1' }).",
  });
}
