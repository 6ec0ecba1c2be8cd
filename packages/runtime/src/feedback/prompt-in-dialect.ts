import { exampleOf, type Issue, type JsonValue, type Path } from '@haft/schema';
import type { DialectForm } from '@haft/schema/dialects';
import type { ArgumentCheck } from '../arguments/accepted-arguments.js';
import type { RepeatedHelp } from './retry-formatter.js';

/** What a retry prompt may tell of a tool. */
export interface PromptFacts {
  readonly help: (issues: readonly Issue[]) => RepeatedHelp;
  readonly sensitive: readonly Path[];
}

/** The schema, the example and the hidden places of a tool as a model knows them that was shown the form of a dialect. */
export function factsInDialect(check: ArgumentCheck, form: DialectForm, sensitive: readonly Path[]): PromptFacts {
  return {
    help: (issues) => {
      const example = exampleAbout(check, issues);
      const written = example === undefined ? undefined : form.write(example);
      return { schema: form.parameters, example: written as RepeatedHelp['example'] };
    },
    sensitive: form.rewrites.length === 0 ? sensitive : sensitive.map((path) => hidden(path, form)),
  };
}

/** The example, with the arguments that the issues are about: the form may have to say of others that they are left out. */
function exampleAbout(check: ArgumentCheck, issues: readonly Issue[]): RepeatedHelp['example'] {
  const example = check.example();
  const schema = check.schema();
  const { properties = {} } = schema;
  const missing = issues.flatMap(({ path: [name] }): [string, JsonValue][] => {
    if (example === undefined || typeof name !== 'string' || Object.hasOwn(example, name)) return [];
    const value = Object.hasOwn(properties, name) ? exampleOf(properties[name] ?? true, schema) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return example && { ...example, ...Object.fromEntries(missing) };
}

/** The whole argument that a sensitive value is in: where in it the form puts the value does not matter then. */
function hidden([first]: Path, { parameters }: DialectForm): Path {
  const isDeclared = typeof first === 'string' && Object.hasOwn(parameters.properties ?? {}, first);
  return isDeclared ? [first] : [];
}
