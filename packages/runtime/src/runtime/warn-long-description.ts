import type { Logger } from '@haft/core';
import type { AnyTool } from '@haft/compose';

/** The shortest limit of a provider, in UTF-16 code units. */
const LONGEST = 1024;

/**
 * Warns of a tool whose description some providers reject, with the whole request. `haft build`
 * reports those of methods (`HAFT1032`), but sees no tools of servers and functions.
 */
export function warnLongDescription({ definition, body }: AnyTool, logger: Logger): void {
  if (body.target !== undefined || definition.description.length <= LONGEST) return;
  const { name, toolset, description } = definition;
  logger.warn(
    `The description of tool '${name}' of toolset '${toolset}' has ${description.length} characters. Some providers accept only ${LONGEST}.`,
    { hint: 'Shorten it, for example with compose(toolset).prepare((run, definitions) => ...).' },
  );
}
