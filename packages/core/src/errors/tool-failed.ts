import { recogniseCopies } from '../recognise-copies.js';

/**
 * An error that a tool throws if it did not work and the model may know why. The model reads
 * `message` unchanged, up to 2,000 characters. It uses up no retry. Haft masks every other
 * exception.
 *
 * @example throw new ToolFailed(`HTTP ${status} from ${url}`);
 */
export class ToolFailed extends Error {
  /** Always `ToolFailed`. */
  override readonly name = 'ToolFailed';
}

recogniseCopies(ToolFailed, 'ToolFailed');
