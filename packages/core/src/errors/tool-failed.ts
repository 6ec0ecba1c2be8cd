import { recogniseCopies } from '../recognise-copies.js';

/**
 * Thrown by a tool: it did not work, and the model may know why. `message` reaches the model as it is, up to 2,000
 * characters; the retry budget is not spent. Every other exception is masked.
 *
 * @example throw new ToolFailed(`HTTP ${status} from ${url}`);
 */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
}

recogniseCopies(ToolFailed, 'ToolFailed');
