import type { Path } from '../issues/issue.js';
import { pathWithStars } from './path-with-stars.js';

/** The error if a tool requires the strict mode of a provider, but breaks its limits. */
export class StrictModeError extends Error {
  /** Always `StrictModeError`. */
  override readonly name = 'StrictModeError';

  /** @param provider - the display name of the provider */
  constructor(
    /** The name of the tool. */
    readonly tool: string,
    provider: string,
    /** The places in the arguments, each with its broken limit. The message has the first one. */
    readonly refusals: readonly { readonly path: Path; readonly limit: string }[],
  ) {
    const [first] = refusals;
    super(`${whatOf(tool, provider, first?.path ?? [])}: ${first?.limit ?? ''}.`);
  }
}

/**
 * Describes the problem: `The tool 't' asks for strict mode and cannot have it at OpenAI because of
 * 'a[*]'`.
 */
export function whatOf(tool: string, provider: string, path: Path): string {
  const place = path.length === 0 ? '' : ` because of '${pathWithStars(path)}'`;
  return `The tool '${tool}' asks for strict mode and cannot have it at ${provider}${place}`;
}
