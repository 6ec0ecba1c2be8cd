import type { ToolHints } from '../tool-definition.js';
import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Declares the effects of a tool. Pass constants: they are part of the definition. On a class, it
 * applies to each tool.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a hint does not exist
 * @example
 * @Hints({ readOnly: true, openWorld: false })
 * @Tool()
 * async order(id: number): Promise<Order> {
 *   return await this.shop.order(id);
 * }
 */
export function Hints(hints: ToolHints): DualDecorator {
  refuseUnknownOptions('@Hints', hints, HINTS);
  return recorder('hints', hints);
}

const HINTS: OptionNames<ToolHints> = { readOnly: true, destructive: true, idempotent: true, openWorld: true };
