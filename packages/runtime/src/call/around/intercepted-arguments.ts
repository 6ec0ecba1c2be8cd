import type { ReadArguments } from '@haft/core/reflected';
import type { RunPort } from '../run-port.js';
import type { AnyTool } from '@haft/compose';

/** The key of the arguments that `typedArgumentsOf` reads from an intercepted call. */
export const ARGUMENTS_OF: unique symbol = Symbol.for('haft.interceptedArguments');

/** The arguments of an intercepted call, and the tool and run that accept them. */
export interface InterceptedArguments {
  readonly run: RunPort;
  readonly tool: AnyTool;
  readonly sent: unknown;
  /** False if the program may have written them. */
  readonly isFromModel: boolean;
  /** Set if they were accepted before. */
  readonly typed: ReadArguments | undefined;
}
