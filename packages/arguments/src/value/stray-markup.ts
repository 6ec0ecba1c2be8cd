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

const MAY_BE =
  /parameter name="|<parameter=|<arg_key>|[|\uff5c]>\s*$|<\/(?:antml:)?(?:parameter|invoke|function_calls|function|tool_call|arg_value)>/;

/**
 * Finds arguments that ended up inside the text before them: `Long.</content>\n<parameter
 * name="reason">because`. After a wrong end tag, a model's server reads the next arguments as text.
 * The text stays if the argument is there too, or if all tags in it are complete. Texts inside of
 * objects and lists stay: a model writes these as JSON, where no tag can end an argument.
 */
export function markupIssues(args: Arguments, { properties = {} }: JsonSchemaObject): readonly Issue[] {
  return Object.entries(args).flatMap(([name, value]): readonly Issue[] => {
    if (typeof value !== 'string' || !Object.hasOwn(properties, name) || !MAY_BE.test(value)) return [];
    const inside = [...value.matchAll(PARAMETER)].map(([tag, , ...names]) => ({ tag, other: names.join('') }));
    const lost = inside.find(({ other }) => Object.hasOwn(properties, other) && !Object.hasOwn(args, other));
    if (lost !== undefined) {
      const { tag, other } = lost;
      return [strayIssue(name, `a string without ${tag}, and ${other} as a separate argument`, `a string with ${tag}`)];
    }
    const end = strayEnd(value);
    return end === undefined
      ? []
      : [strayIssue(name, `a string without ${end} at its end`, `a string that ends with ${end}`)];
  });
}

/** The start of an argument, in the formats of Claude, Qwen and GLM. */
const PARAMETER =
  /<(antml:)?parameter name="([^"<>]{1,100})">?|<parameter=([^<>\s]{1,100})>|<arg_key>([^<>]{1,100})<\/arg_key>/g;

/**
 * Returns an end tag at the end of a text that has no start tag for it, or the only special token
 * of a text, such as `<|im_end|>`.
 */
function strayEnd(text: string): string | undefined {
  const end = text.slice(-LONGEST_TAG).trimEnd();
  const [token] = LAST_TOKEN.exec(end) ?? [];
  if (token !== undefined) return text.indexOf(token.slice(0, 2)) < text.lastIndexOf(token) ? undefined : token;
  const [, prefix = '', tag = ''] = LAST_TAG.exec(end) ?? [];
  return tag === '' || text.includes(`<${prefix}${tag}`) ? undefined : `</${prefix}${tag}>`;
}

const LAST_TAG = /<\/(antml:)?(parameter|invoke|function_calls|function|tool_call|arg_value)>$/;
/** Tokens of Qwen, Llama, gpt-oss and Kimi, and those of DeepSeek with wide bars. */
const LAST_TOKEN = /<(?:\|[a-z][a-z_]{1,30}\||\uff5c[^\uff5c<>]{2,40}\uff5c)>$/;
const LONGEST_TAG = 100;

function strayIssue(name: string, expected: string, received: string): Issue {
  return { path: [name], rule: 'markup', expected, received };
}
