/** Returns whether a value is a string that begins like the JSON of a list or an object. */
export function mayHoldJson(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const unit = value.charCodeAt(0);
  // Most texts begin with a visible ASCII character.
  const first = unit > SPACE && unit < DELETE ? unit : value.trimStart().charCodeAt(0);
  return first === BRACKET || first === BRACE;
}

const SPACE = 0x20;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const DELETE = 0x7f;
