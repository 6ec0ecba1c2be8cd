import { Inject } from '@nestjs/common';

/** The token of the `Runtime` of `HaftModule`. */
export const HAFT_RUNTIME: unique symbol = Symbol.for('haft:nest-runtime');

/**
 * Injects the `Runtime` of `HaftModule`.
 *
 * @example constructor(@InjectRuntime() private readonly runtime: Runtime<Tools>) {}
 */
export function InjectRuntime(): PropertyDecorator & ParameterDecorator {
  return Inject(HAFT_RUNTIME);
}
