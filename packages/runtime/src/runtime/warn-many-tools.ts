import { HaftError, type Logger } from '@haft/core';
import { isHidden, type ToolEntry } from '@haft/compose/internal';

/** The most tools that models choose from well. Each of them costs tokens in every request. */
const MOST = 60;

/** Warns if a model sees many of the tools from the start. Returns whether it did. */
export function warnManyTools(entries: readonly ToolEntry[], logger: Logger): boolean {
  if (entries.length <= MOST) return false;
  const visible = entries.filter((entry) => !isHidden(entry)).length;
  if (visible <= MOST) return false;
  const { code, message, hint } = new HaftError('HAFT_TOO_MANY_TOOLS', `A model sees ${visible} tools at once.`, {
    hint: 'Hide some until they are needed: compose(toolset).deferLoading(). Or leave them out: .filter(...).',
  });
  logger.warn(`${code}: ${message}`, { hint });
  return true;
}
