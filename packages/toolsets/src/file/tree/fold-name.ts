/** Characters that some file systems leave out of names. */
const LEFT_OUT = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns one form of the names that a file system may take for the same: other case, composed
 * letters, characters that are not shown. For patterns that forbid, where one match too many is
 * right.
 */
export function foldName(name: string): string {
  return name.replace(LEFT_OUT, '').normalize('NFKC').toLowerCase();
}
