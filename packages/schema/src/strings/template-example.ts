import { nativePattern } from '../patterns/native-pattern.js';

/**
 * The patterns that the build writes for the parts of a template literal type, each with an
 * example.
 */
const PARTS: readonly (readonly [part: string, example: string])[] = [
  [String.raw`(?:0|-?(?:0\.\d*[1-9]|[1-9]\d*(?:\.\d*[1-9])?))`, '12'],
  [String.raw`(?:0|-?[1-9]\d*)`, '42'],
  [String.raw`[\s\S]*`, 'text'],
];

/**
 * Returns a string that matches the pattern of a template literal type, or undefined for other
 * patterns.
 */
export function templateExample(pattern: string): string | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || !PARTS.some(([part]) => pattern.includes(part)))
    return undefined;
  let example = pattern.slice(1, -1);
  for (const [part, text] of PARTS) example = example.replaceAll(part, text);
  example = example.replace(/\\([^\w\s])/g, '$1');
  return nativePattern(pattern, 'u')?.test(example) === true ? example : undefined;
}
