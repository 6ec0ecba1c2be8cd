/** A URI template of RFC 6570, as far as resources support it. */
export interface UriTemplate {
  /** The template as it is written. */
  readonly source: string;
  /** Never two variables next to each other. A query is last. */
  readonly parts: readonly UriPart[];
}

/** A part of a URI template. */
export type UriPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{a}`: at least one character, never `/`, `?` or `#`. */
  | { readonly kind: 'segment'; readonly name: string }
  /** `{+a}`: at least one character. */
  | { readonly kind: 'path'; readonly name: string }
  /** `{?a,b}`: optional parameters of the query, in any order. */
  | { readonly kind: 'query'; readonly names: readonly string[] };

/** The reason why a text is not such a template. */
export interface UriTemplateProblem {
  /** A sentence, and another one that tells how to correct it. */
  readonly problem: string;
}

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** The characters of a URI, with whole escapes. */
const URI_TEXT = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
/** The value of a variable has these only as escapes, so that they separate two variables. */
const SEPARATOR = /[:/?#[\]@!$&'()*+,;=]/;

/** Reads a URI or a URI template. Returns the problem if resources do not support it. */
export function parseUriTemplate(source: string): UriTemplate | UriTemplateProblem {
  const parts: UriPart[] = [];
  let end = 0;
  for (const found of source.matchAll(EXPRESSION)) {
    pushText(source.slice(end, found.index), parts);
    const part = expression(found[1] ?? '');
    if ('problem' in part) return part;
    parts.push(part);
    end = found.index + found[0].length;
  }
  pushText(source.slice(end), parts);
  const problem = problemOf(parts);
  return problem === undefined ? { source, parts } : { problem };
}

/** Returns the names of all variables of a template, in order. */
export function variablesOf({ parts }: UriTemplate): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text') return [];
    return part.kind === 'query' ? part.names : [part.name];
  });
}

function pushText(text: string, parts: UriPart[]): void {
  if (text !== '') parts.push({ kind: 'text', text });
}

function expression(inner: string): UriPart | UriTemplateProblem {
  const [, operator = '', list = ''] = /^([^A-Za-z0-9_,]?)(.*)$/s.exec(inner) ?? [];
  const names = list.split(',');
  const wrong = names.find((name) => !VARIABLE.test(name));
  if (wrong !== undefined || !['', '+', '?'].includes(operator))
    return { problem: `'{${inner}}' is not supported. Write {name}, {+name} or {?name,other}.` };
  if (operator === '?') return { kind: 'query', names };
  const [name = '', other] = names;
  if (other !== undefined) return { problem: `'{${inner}}' has two variables. Write {${name}}/{${other}}.` };
  return { kind: operator === '+' ? 'path' : 'segment', name };
}

function problemOf(parts: readonly UriPart[]): string | undefined {
  const [first] = parts;
  if (first?.kind !== 'text' || !SCHEME.test(first.text))
    return 'It does not begin with a scheme. Write one, such as orders:';
  return problemOfTexts(parts) ?? problemOfVariables(parts);
}

function problemOfTexts(parts: readonly UriPart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const wrong = texts.find((text) => !URI_TEXT.test(text));
  if (wrong === undefined) return undefined;
  if (/[{}]/.test(wrong)) return `'${wrong}' has one brace of a pair. Write a variable as {name}.`;
  return `'${wrong}' has a character that a URI cannot have. Escape it as %20 is.`;
}

function problemOfVariables(parts: readonly UriPart[]): string | undefined {
  const names = variablesOf({ source: '', parts });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `The variable '${twice}' is there twice. Give one of them another name.`;
  const query = parts.findIndex(({ kind }) => kind === 'query');
  if (query !== -1 && query !== parts.length - 1) return 'A query is not at the end. Move {?...} to the end.';
  if (query !== -1 && parts.some((part) => part.kind === 'text' && /[?#]/.test(part.text)))
    return "It has '?' or '#' before {?...}. Write all parameters of the query in {?...}.";
  const [, otherPath] = parts.filter(({ kind }) => kind === 'path');
  if (otherPath !== undefined) return 'It has two {+...}. Keep one, because both could match the same characters.';
  return problemOfNeighbours(parts);
}

function problemOfNeighbours(parts: readonly UriPart[]): string | undefined {
  let before: string | undefined;
  let text = '';
  for (const part of parts) {
    if (part.kind === 'query') break;
    if (part.kind === 'text') text = part.text;
    else {
      if (before !== undefined && !SEPARATOR.test(text))
        return `Nothing tells where '${before}' ends and '${part.name}' begins. Write a character such as / between them.`;
      before = part.name;
      text = '';
    }
  }
  return undefined;
}
