import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { buildWithProgress } from '../project/build-with-progress.js';
import { countText } from '../output/print-diagnostics.js';
import { plural } from '../output/plural.js';
import { staleText } from '../output/stale-text.js';
import type { Settings } from '../settings/settings.js';
import type { Finding } from './finding.js';

/** Checks that the source is readable and that a build would not change the generated module. */
export async function examineModule(settings: Settings): Promise<readonly Finding[]> {
  const shown = (path: string) => relative(settings.folder, path);
  if (!existsSync(settings.tsconfig)) {
    const fix = 'npx tsc --init, or set "tsconfig" under the key "haft" of package.json';
    return [{ about: 'tsconfig', verdict: 'wrong', message: `There is no ${shown(settings.tsconfig)}.`, fix }];
  }
  const { ok, diagnostics, changed, tools } = await buildWithProgress(settings, { write: false });
  if (!ok) {
    const fix = 'npx haft build tells more';
    return [{ about: 'toolsets', verdict: 'wrong', message: `The source has ${countText(diagnostics)}.`, fix }];
  }
  const counts = [plural(tools, 'tool'), countText(diagnostics)].filter((text) => text !== '').join(', ');
  return [
    { about: 'tsconfig', verdict: 'well', message: shown(settings.tsconfig) },
    { about: 'toolsets', verdict: 'well', message: counts },
    changed
      ? stale(settings, shown(settings.out))
      : { about: 'module', verdict: 'well', message: `${shown(settings.out)} is up to date` },
  ];
}

function stale(settings: Settings, out: string): Finding {
  return { about: 'module', verdict: 'wrong', message: staleText(settings.out, out), fix: 'npx haft build' };
}
