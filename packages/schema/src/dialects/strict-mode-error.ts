import type { Path } from '../issues/issue.js';
import { pathWithStars } from './path-with-stars.js';

/** A tool asks for the strict mode of a provider, and cannot have it. */
export class StrictModeError extends Error {
  override readonly name = 'StrictModeError';

  /**
   * @param refusals - where, and which limit of the provider
   */
  constructor(
    readonly tool: string,
    provider: string,
    readonly refusals: readonly { readonly path: Path; readonly limit: string }[],
  ) {
    const [first] = refusals;
    super(`${whatOf(tool, provider, first?.path ?? [])}: ${first?.limit ?? ''}.`);
  }
}

/** `The tool 't' asks for strict mode and cannot have it at OpenAI because of 'a[*]'`. */
export function whatOf(tool: string, provider: string, path: Path): string {
  const place = path.length === 0 ? '' : ` because of '${pathWithStars(path)}'`;
  return `The tool '${tool}' asks for strict mode and cannot have it at ${provider}${place}`;
}
