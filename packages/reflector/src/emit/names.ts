/** Returns names that are still free: the wanted one, or the wanted one with a number. */
export class Names {
  private readonly taken = new Set<string>();

  /** @param reserved - names that are never free. Shared, because there are many functions. */
  constructor(private readonly reserved: ReadonlySet<string> = new Set()) {}

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.taken.has(name) || this.reserved.has(name); number++) name = `${wanted}${number}`;
    this.taken.add(name);
    return name;
  }

  /** Returns a copy with the same names taken. Names that the copy takes stay free here. */
  copy(): Names {
    const copy = new Names(this.reserved);
    for (const name of this.taken) copy.taken.add(name);
    return copy;
  }
}

/**
 * Names that no local variable of emitted code may have: words of the language, globals that
 * emitted code uses, and its imports. Locals start with a small letter and have no underscore.
 * Functions, constants and classes of the module never look like that, so locals can shadow nothing
 * else.
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

/**
 * Returns a local name similar to a property's: `max_results` becomes `maxResults`. Returns
 * `fallback` if no characters remain.
 */
export function localName(property: string, fallback: string): string {
  const words = property.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const name = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join('');
  return /^[a-z]/.test(name) ? name.slice(0, 40) : fallback;
}

/**
 * Returns the name of the parameter in the function of a definition. It is like the definition, but
 * neither a word of the language (`class Package`) nor the name of another parameter.
 */
export function parameterName(definition: string, others: readonly string[] = []): string {
  const names = new Names(RESERVED_LOCALS);
  for (const name of others) names.take(name);
  return names.take(localName(definition, 'value'));
}

/** Returns the name of a type: `order_dto` becomes `OrderDto`. Keeps letters and digits only. */
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
