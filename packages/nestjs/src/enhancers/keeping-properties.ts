import type { PipeTransform } from '@nestjs/common';
import { isOfClient } from './route-arguments.js';

/** The part of NestJS's `ValidationPipe` that decides which properties it removes or rejects. */
interface ValidatingPipe {
  readonly validatorOptions: object;
  readonly transformOptions?: object;
  /** A class that the application names in place of that of the parameter. */
  readonly expectedType?: unknown;
}

/** Pipes by the original. A pipe is asked for each parameter of each call. */
const known = new WeakMap<object, PipeTransform>();

/**
 * Returns a pipe that keeps the properties of an argument. Haft rejects every property that is not
 * in the definition, before pipes run. A `ValidationPipe` with `whitelist` knows only the rules of
 * class-validator: it would remove or reject a property that the definition requires.
 *
 * @param type - the type of the parameter, as `recordParameters` recorded it
 */
export function keepingProperties<Pipe extends PipeTransform>(pipe: Pipe, type: unknown): PipeTransform {
  if (!isOfClient(type) || !isValidating(pipe)) return pipe;
  let kept = known.get(pipe);
  if (kept === undefined) {
    kept = Object.create(pipe, {
      validatorOptions: { value: { ...pipe.validatorOptions, ...KEEP, ...(pipe.expectedType ? {} : KNOWN) } },
      transformOptions: { value: pipe.transformOptions && { ...pipe.transformOptions, ...KEEP_IN_TRANSFORM } },
    }) as PipeTransform;
    known.set(pipe, kept);
  }
  return kept;
}

const KEEP = { whitelist: false, forbidNonWhitelisted: false };
/** A class without rules is an unknown value for class-validator. */
const KNOWN = { forbidUnknownValues: false };
const KEEP_IN_TRANSFORM = { excludeExtraneousValues: false, strategy: undefined, excludePrefixes: undefined };

/** Recognises the pipe by its options, because an application may have several copies of NestJS. */
function isValidating(pipe: object): pipe is ValidatingPipe {
  return 'validatorOptions' in pipe && typeof pipe.validatorOptions === 'object' && pipe.validatorOptions !== null;
}
