import type { ReadArguments } from '@haft/core/reflected';
import type { RunPort } from '../run-port.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';

/** Under this key an intercepted call has what `typedArgumentsOf` asks for, which stands in another file of the package. */
export const ARGUMENTS_OF: unique symbol = Symbol.for('haft.interceptedArguments');

/** The arguments of an intercepted call, and who accepts them. */
export interface InterceptedArguments {
  readonly run: RunPort;
  readonly tool: AnyTool;
  readonly sent: unknown;
  /** False for what the program itself may have written. */
  readonly isFromModel: boolean;
  /** Set when they were accepted before. */
  readonly typed: ReadArguments | undefined;
}
