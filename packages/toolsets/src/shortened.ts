/** Returns at most `most` characters of a name that a model wrote. It may have any length. */
export function shortened(name: string, most = 64): string {
  return name.length <= most ? name : `${name.slice(0, most).toWellFormed()}...`;
}
