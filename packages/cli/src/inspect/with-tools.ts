import { resolve } from 'node:path';
import type { BuildFinding } from './messages.js';
import type { ToolLines } from './tool-places.js';

/**
 * Names the tool of each finding: the method with comment and decorators in which it is, as
 * `Class.method`.
 *
 * @param folder - the folder that the files of findings are relative to
 */
export function withTools(
  findings: readonly BuildFinding[],
  places: Readonly<Record<string, ToolLines>>,
  folder: string,
): readonly BuildFinding[] {
  return findings.map((finding) => {
    const { file, line } = finding;
    if (file === undefined || line === undefined) return finding;
    const path = resolve(folder, file);
    const tool = Object.entries(places).find(
      ([, place]) => place.file === path && place.from <= line && line <= place.to,
    )?.[0];
    return tool === undefined ? finding : { ...finding, tool };
  });
}
