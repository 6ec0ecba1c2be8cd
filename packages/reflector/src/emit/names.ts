/** Gives names that are not taken yet: the wanted one, or the wanted one with a number. */
export class Names {
  private readonly taken = new Set<string>();

  /** @param reserved - never given; shared, since many functions are written */
  constructor(private readonly reserved: ReadonlySet<string> = new Set()) {}

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.taken.has(name) || this.reserved.has(name); number++) name = `${wanted}${number}`;
    this.taken.add(name);
    return name;
  }

  /** The same names taken; what is taken in the copy stays free here. */
  copy(): Names {
    const copy = new Names(this.reserved);
    for (const name of this.taken) copy.taken.add(name);
    return copy;
  }
}

/**
 * What no local variable of emitted code may be called: words of the language, globals that emitted code uses, and what
 * it imports. Locals begin with a small letter and hold no underscore; the functions, constants and classes of the
 * module never look like that, so that nothing else can be shadowed.
 */
export const RESERVED_LOCALS: ReadonlySet<string> = new Set([
  ...'arguments async await break case catch class const continue debugger default delete do else enum eval export'.split(
    ' ',
  ),
  ...'extends false finally for function if implements import in instanceof interface let new null of package'.split(
    ' ',
  ),
  ...'private protected public return static super switch this throw true try typeof undefined var void while'.split(
    ' ',
  ),
  ...'with yield'.split(' '),
  ...'formatTest hasOtherKeys isBase64 isLonger isMultipleOf isObject isShorter isUnique reflected sameJson toolsets'.split(
    ' ',
  ),
  ...'toBigInt toBuffer toUint8Array toDate toDateTime toMap toNumberMap toUrl plainToInstance'.split(' '),
]);

/** A local name like a property's: `max_results` -> `maxResults`; `fallback` when nothing is left of it. */
export function localName(property: string, fallback: string): string {
  const words = property.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const name = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join('');
  return /^[a-z]/.test(name) ? name.slice(0, 40) : fallback;
}

/**
 * What the function of a definition calls its parameter: like the definition, but no word of the language (`class Package`), and
 * nothing that its other parameters are called.
 */
export function parameterName(definition: string, others: readonly string[] = []): string {
  const names = new Names(RESERVED_LOCALS);
  for (const name of others) names.take(name);
  return names.take(localName(definition, 'value'));
}

/** `order_dto` -> `OrderDto`; only letters and digits are left. */
export function typeName(text: string, fallback: string): string {
  const name = text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('')
    .slice(0, 40);
  return name === '' ? fallback : name;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
