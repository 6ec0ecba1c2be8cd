import { createBuilder, type BuildResult } from '@haft/reflector';
import { withProgress } from '../output/with-progress.js';
import type { Settings } from '../settings/settings.js';
import { tuneForOneBuild } from './tune-for-one-build.js';

/** Keeps what several builds of one process share. */
const builder = createBuilder();

/**
 * Builds the project of the settings.
 *
 * @param write - whether to write the module if it changed
 */
export function buildWithProgress(settings: Settings, { write }: { readonly write: boolean }): Promise<BuildResult> {
  return withProgress('Reading the project ...', () =>
    builder.build({ ...settings, write, cache: write, onStage: tuneForOneBuild }),
  );
}
