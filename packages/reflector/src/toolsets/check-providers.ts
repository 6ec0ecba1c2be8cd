import { nearest } from '@haft/schema/internal';
import { isProvider, limitsBroken, PROVIDERS, type LimitKind } from '@haft/schema/dialects';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ToolModel } from '../model.js';
import type { ts } from '../program/typescript.js';
import { argumentPlace } from './argument-place.js';
import type { NamedTool } from './check-names.js';

/** A tool with the place of its name. */
export interface ProvidedTool extends NamedTool {
  readonly tool: ToolModel;
}

/**
 * Reports tools of a project that break limits of the named providers, and unknown provider names.
 */
export function checkProviders(
  tools: readonly ProvidedTool[],
  providers: readonly string[],
  checker: ts.TypeChecker,
  diagnostics: Diagnostics,
): void {
  const byName = new Map(tools.map((one) => [one.tool.name, one]));
  const definitions = [...byName.values()].map(({ tool }) => ({ ...tool, parameters: tool.arguments.schema }));
  for (const provider of new Set(providers)) {
    if (!isProvider(provider)) {
      diagnostics.add(unknownProvider(provider));
      continue;
    }
    for (const finding of limitsBroken(definitions, provider)) {
      const broken = finding.tool === undefined ? undefined : byName.get(finding.tool);
      const report = { ...REPORTS[finding.kind], message: `${finding.what}: ${finding.limit}.`, fix: finding.fix };
      if (broken === undefined) diagnostics.add(report);
      else diagnostics.at(argumentPlace(broken.place, broken.tool, finding.path, checker), report);
    }
  }
}

const REPORTS: Readonly<Record<LimitKind, { readonly code: DiagnosticCode; readonly severity: Severity }>> = {
  refused: { code: 'HAFT1070', severity: 'error' },
  ignored: { code: 'HAFT1071', severity: 'warning' },
  strict: { code: 'HAFT1072', severity: 'error' },
  // Only a run knows which tools it offers together. So not even `--strict` may stop the build.
  count: { code: 'HAFT1073', severity: 'info' },
};

function unknownProvider(name: string): Diagnostic {
  const near = nearest(name, PROVIDERS);
  return {
    code: 'HAFT1005',
    severity: 'error',
    message: `'for' names the unknown provider '${name}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
    fix: `Name one of: ${PROVIDERS.join(', ')}.`,
  };
}
