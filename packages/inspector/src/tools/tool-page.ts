import type { DescribedTool } from '@haft/runtime';
import { exampleOf, type JsonValue } from '@haft/schema';
import { toolSignature } from '@haft/schema/signatures';
import type { BuildFacts, BuildWarning, ToolPlace } from './build-facts.js';
import { toolForms, type ToolForm } from './tool-forms.js';
import { wrongExamplesOf, type WrongExample } from './wrong-examples.js';

/** Everything about one tool. */
export interface ToolPage {
  readonly tool: DescribedTool;
  /** The declaration in TypeScript. Unset if the schema has none. */
  readonly signature?: string;
  /** Valid arguments: the first example of the tool, else made from the schema. */
  readonly example?: JsonValue;
  readonly wrong: readonly WrongExample[];
  readonly forms: readonly ToolForm[];
  readonly place?: ToolPlace;
  readonly warnings: readonly BuildWarning[];
}

/** Returns everything about one tool. */
export function toolPage(tool: DescribedTool, build: BuildFacts): ToolPage {
  const { warnings = [] } = build;
  const { definition } = tool;
  const { parameters, examples = [], name } = definition;
  const example = examples[0] ?? exampleOf(parameters);
  const signature = signatureOf(definition);
  const key = nameOfMethod(tool);
  const place = placeOf(tool, build);
  return {
    tool,
    ...(signature === undefined ? {} : { signature }),
    ...(example === undefined ? {} : { example }),
    wrong: example === undefined ? [] : wrongExamplesOf(parameters, example),
    forms: toolForms(definition),
    ...(place === undefined ? {} : { place }),
    warnings: warnings.filter((one) => [key, name, tool.ownName].includes(one.tool ?? '')),
  };
}

/** Returns the class and the method of a tool, as a build names them: `Bank.pay`. */
export function nameOfMethod(tool: DescribedTool): string {
  return `${tool.class ?? ''}.${tool.method ?? ''}`;
}

/** Returns the place of a tool in the sources. Undefined if no build knows it. */
export function placeOf(tool: DescribedTool, { places = {} }: BuildFacts): ToolPlace | undefined {
  const key = nameOfMethod(tool);
  return Object.hasOwn(places, key) ? places[key] : undefined;
}

function signatureOf(definition: DescribedTool['definition']): string | undefined {
  try {
    return toolSignature(definition);
  } catch {
    return undefined;
  }
}
