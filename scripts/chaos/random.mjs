/**
 * Returns a generator of numbers from 0 to 1 (mulberry32). The same seed gives the same numbers.
 */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a whole number from `least` to `most`. */
export function between(random, least, most) {
  return least + Math.floor(random() * (most - least + 1));
}

/** Returns a seed for a text: the same text gives the same seed (FNV-1a). */
export function seedOf(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193);
  return hash >>> 0;
}
