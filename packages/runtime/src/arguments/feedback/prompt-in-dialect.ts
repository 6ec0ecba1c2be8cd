import type { Path } from '@haft/schema';
import type { DialectForm } from '@haft/schema/dialects';

/** Returns the hidden places of a tool as a model knows them that was shown the form of a dialect. */
export function hiddenInDialect(form: DialectForm, sensitive: readonly Path[]): readonly Path[] {
  return form.rewrites.length === 0 ? sensitive : sensitive.map((path) => hidden(path, form));
}

/** The whole argument that a sensitive value is in: where in it the form puts the value does not matter then. */
function hidden([first]: Path, { parameters }: DialectForm): Path {
  const isDeclared = typeof first === 'string' && Object.hasOwn(parameters.properties ?? {}, first);
  return isDeclared ? [first] : [];
}
