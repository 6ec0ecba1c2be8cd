import type { DiagnosticFormat } from './print-diagnostics.js';

/** How findings are printed unless the command line says otherwise: as annotations where GitHub Actions runs us. */
export function defaultFormat(): DiagnosticFormat {
  return process.env.GITHUB_ACTIONS === 'true' ? 'github' : 'pretty';
}
