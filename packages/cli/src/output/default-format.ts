import type { DiagnosticFormat } from './print-diagnostics.js';

/**
 * Returns the format of findings without an option on the command line. In GitHub Actions, it is
 * annotations.
 */
export function defaultFormat(): DiagnosticFormat {
  return process.env.GITHUB_ACTIONS === 'true' ? 'github' : 'pretty';
}
