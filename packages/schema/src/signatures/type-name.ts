/** Turns a text into the name of a type: `file_read` -> `FileRead`. */
export function typeName(text: string): string {
  const words = text.split(/[^\p{ID_Continue}$]+|_/u).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[\p{ID_Start}$]/u.test(name) ? name : `_${name}`;
}
