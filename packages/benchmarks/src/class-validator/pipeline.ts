import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import type { Participant } from '../participant.js';
import type { Methods } from '../shapes/methods.js';
import { dtos } from './dtos.js';

/** Rejects unknown properties, as every other participant does. */
export const VALIDATOR_OPTIONS = { whitelist: true, forbidNonWhitelisted: true };

/** Returns the code of a project with DTOs and without a framework for tools. */
export function classValidatorPipeline(methods: Methods): Participant {
  return {
    name: 'class-validator as it comes: plainToInstance + validate',
    callFor: (shape) => {
      const method = methods[shape] as (args: object) => Promise<unknown>;
      return async (text) => {
        const args = plainToInstance<object, object>(dtos[shape], JSON.parse(text) as object);
        const errors = await validate(args, VALIDATOR_OPTIONS);
        if (errors.length > 0) return `Fix the errors: ${lines(errors).join('; ')}`;
        return JSON.stringify(await method(args));
      };
    },
  };
}

function lines(errors: readonly ValidationError[], prefix = ''): string[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => [
    ...Object.values(constraints).map((message) => `${prefix}${property}: ${message}`),
    ...lines(children, `${prefix}${property}.`),
  ]);
}
