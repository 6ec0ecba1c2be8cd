import { HaftError, type Logger } from '@haft/core';
import { isHidden, type ToolEntry } from '../toolsets/port/tool-entry.js';

/** The most tools that models choose from well. Each of them costs tokens in every request. */
const MOST = 60;

/** Warns of a runtime whose models see many tools from the start. */
export function warnManyTools(entries: readonly ToolEntry[], logger: Logger): void {
  if (entries.length <= MOST) return;
  const visible = entries.filter((entry) => !isHidden(entry)).length;
  if (visible <= MOST) return;
  const { code, message, hint } = new HaftError('HAFT_TOO_MANY_TOOLS', `A model sees ${visible} tools at once.`, {
    hint: 'Hide some until they are needed: compose(toolset).deferLoading(). Or leave them out: .filter(...).',
  });
  logger.warn(`${code}: ${message}`, { hint });
}
