import { Inject } from '@nestjs/common';

/** The token under which the `Runtime` of `HaftModule` is provided. */
export const HAFT_RUNTIME: unique symbol = Symbol.for('haft:nest-runtime');

/**
 * Asks Nest for the `Runtime` of `HaftModule`.
 *
 * @example constructor(@InjectRuntime() private readonly runtime: Runtime<Tools>) {}
 */
export function InjectRuntime(): PropertyDecorator & ParameterDecorator {
  return Inject(HAFT_RUNTIME);
}
