import type { Path } from '@haft/schema';
import { isAnyDepth } from '@haft/schema/internal';
import type { DialectForm } from '@haft/schema/dialects';

/** Returns the hidden paths of a tool in the form of a dialect. */
export function hiddenInDialect(form: DialectForm, sensitive: readonly Path[]): readonly Path[] {
  if (form.rewrites.length === 0) return sensitive;
  const declared = sensitive.filter((path) => !isAnyDepth(path));
  const named = sensitive.filter(isAnyDepth);
  // In a list of keys and values, the name of a value is not in its path.
  const lists = named.length === 0 ? [] : listsOfKeys(form);
  return [...[...declared, ...lists].map((path) => hidden(path, form)), ...named];
}

/** Returns the places of the lists that the form has for maps. */
function listsOfKeys({ rewrites }: DialectForm): readonly Path[] {
  return rewrites.flatMap(({ path, keyword, to }): readonly Path[] => {
    if (keyword !== 'additionalProperties' || typeof to !== 'string') return [];
    return [to === 'array' ? path : [...path, to]];
  });
}

/** Returns the path of the whole argument, because the form may move the values in it. */
function hidden([first]: Path, { parameters }: DialectForm): Path {
  const isDeclared = typeof first === 'string' && Object.hasOwn(parameters.properties ?? {}, first);
  return isDeclared ? [first] : [];
}
