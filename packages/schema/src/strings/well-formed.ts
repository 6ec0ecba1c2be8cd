/**
 * Returns a JSON text without halves of surrogate pairs, neither as characters nor as escapes.
 * Providers reject a request that has one.
 */
export function wellFormedJson(json: string): string {
  const text = json.toWellFormed();
  return text.includes('\\u') ? text.replace(ESCAPES, replaced) : text;
}

/**
 * Returns JSON data whose texts have no half of a surrogate pair, such as the schema of a tool. Its
 * descriptions may have been cut in the middle of a character.
 */
export function wellFormedData<Data>(data: Data): Data {
  const text = JSON.stringify(data);
  const repaired = wellFormedJson(text);
  return repaired === text ? data : (JSON.parse(repaired) as Data);
}

/** An escaped backslash, a pair of surrogates, or half of one. */
const ESCAPES = /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;

function replaced(escape: string): string {
  return escape.length === '\\udddd'.length ? '\ufffd' : escape;
}
