import { HttpProblem } from '@haft/durable/http';
import type { Preset } from '../inspect-options.js';

/** Returns the options of a preset for a run. */
export async function presetOptions(presets: Readonly<Record<string, Preset>>, name: string): Promise<object> {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) throw new HttpProblem(404, 'NO_PRESET', `There is no preset '${name}'.`);
  const options: unknown = typeof preset === 'function' ? await (preset as () => unknown)() : preset;
  if (typeof options !== 'object' || options === null)
    throw new HttpProblem(500, 'BAD_PRESET', `The preset '${name}' gave no options.`);
  return options;
}
