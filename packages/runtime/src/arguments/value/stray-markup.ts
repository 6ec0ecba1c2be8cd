import type { Issue, JsonSchemaObject, JsonValue } from '@haft/schema';

type Arguments = Readonly<Record<string, JsonValue>>;

/**
 * Returns whether a string of the arguments may contain the rest of a model's own call format. A
 * cheap check, because every call needs it.
 */
export function mayHaveMarkup(args: object): boolean {
  for (const value of Object.values(args))
    if (typeof value === 'string' && value.includes('>') && MAY_BE.test(value)) return true;
  return false;
}

const MAY_BE = /parameter name="|<\/(?:antml:)?(?:parameter|invoke|function_calls)>/;

/**
 * Finds arguments that ended up inside the text before them: `Long.</content>\n<parameter
 * name="reason">because`. After a wrong end tag, a model's server reads the next arguments as text.
 * The text stays if the argument is there too, or if all tags in it are complete.
 */
export function markupIssues(args: Arguments, { properties = {} }: JsonSchemaObject): readonly Issue[] {
  return Object.entries(args).flatMap(([name, value]): readonly Issue[] => {
    if (typeof value !== 'string' || !Object.hasOwn(properties, name) || !MAY_BE.test(value)) return [];
    const inside = [...value.matchAll(PARAMETER)].map(([, other = '']) => other);
    const lost = inside.find((other) => Object.hasOwn(properties, other) && !Object.hasOwn(args, other));
    if (lost !== undefined) {
      const tag = `<parameter name="${lost}">`;
      return [strayIssue(name, `a string without ${tag}, and ${lost} as a separate argument`, `a string with ${tag}`)];
    }
    const end = strayEnd(value);
    return end === undefined
      ? []
      : [strayIssue(name, `a string without ${end} at its end`, `a string that ends with ${end}`)];
  });
}

const PARAMETER = /<(?:antml:)?parameter name="([^"<>]{1,100})"/g;

/** Returns an end tag at the end of a text that has no start tag for it. */
function strayEnd(text: string): string | undefined {
  const [, prefix = '', tag = ''] = LAST_TAG.exec(text.slice(-LONGEST_TAG).trimEnd()) ?? [];
  return tag === '' || text.includes(`<${prefix}${tag}`) ? undefined : `</${prefix}${tag}>`;
}

const LAST_TAG = /<\/(antml:)?(parameter|invoke|function_calls)>$/;
const LONGEST_TAG = 100;

function strayIssue(name: string, expected: string, received: string): Issue {
  return { path: [name], rule: 'markup', expected, received };
}
