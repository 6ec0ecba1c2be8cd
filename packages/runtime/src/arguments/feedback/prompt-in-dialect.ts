import type { Path } from '@haft/schema';
import type { DialectForm } from '@haft/schema/dialects';

/** Returns the hidden paths of a tool in the form of a dialect. */
export function hiddenInDialect(form: DialectForm, sensitive: readonly Path[]): readonly Path[] {
  return form.rewrites.length === 0 ? sensitive : sensitive.map((path) => hidden(path, form));
}

/** Returns the path of the whole argument, because the form may move the values in it. */
function hidden([first]: Path, { parameters }: DialectForm): Path {
  const isDeclared = typeof first === 'string' && Object.hasOwn(parameters.properties ?? {}, first);
  return isDeclared ? [first] : [];
}
