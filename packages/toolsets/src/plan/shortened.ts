/** Returns at most 64 characters of a name that a model wrote. It may have any length. */
export function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST).toWellFormed()}...`;
}

const LONGEST = 64;
