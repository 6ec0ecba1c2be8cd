import { readSettings, type SettingsOptions } from '../settings/read-settings.js';
import { buildWithProgress } from './build-with-progress.js';
import { toolsOf } from './read-project.js';

/**
 * Returns the places of tools in the sources of the project, as `src/a.ts:12`, by name. Writes
 * nothing. Empty if there is no project here, or if its sources have errors: the report of a file
 * does not need them.
 */
export async function sourcesOfTools(options: SettingsOptions): Promise<ReadonlyMap<string, string>> {
  try {
    const settings = await readSettings(options);
    const { model } = await buildWithProgress({ ...settings, strict: false, for: [] }, { write: false });
    const tools = model === undefined ? [] : toolsOf(model);
    return new Map(
      tools.flatMap(({ tool: { name, place } }) =>
        place === undefined ? [] : [[name, `${place.file}:${String(place.line)}`] as const],
      ),
    );
  } catch {
    return new Map();
  }
}
