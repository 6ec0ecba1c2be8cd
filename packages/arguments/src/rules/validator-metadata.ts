import { HaftError, type Class } from '@haft/core';

/*
 * The part of the metadata of class-validator that Haft reads. The types are here, because
 * class-validator is an optional peer.
 */

/** One registered rule of one property. */
export interface RuleMetadata {
  /** Value of `ValidationTypes` in class-validator. */
  readonly type: string;
  /** Name of the validator, `isString`. Missing for types without a validator. */
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls: unknown;
  readonly each?: boolean;
  readonly message?: string | ((args: RuleArguments) => string);
  readonly validateIf?: (object: object, value: unknown) => boolean;
}

/** The arguments of a validator or of a message function. */
export interface RuleArguments {
  readonly targetName: string;
  readonly property: string;
  readonly object: object;
  readonly value: unknown;
  readonly constraints: readonly unknown[] | undefined;
}

/** A validator behind a rule. */
export interface ConstraintMetadata {
  readonly name: string;
  readonly target: unknown;
  /** Validator. Each read gets it from the container of `useContainer`. */
  readonly instance: {
    validate(value: unknown, args: RuleArguments): unknown;
    defaultMessage?(args: RuleArguments): string;
  };
}

/** The type `MetadataStorage` of class-validator. */
export interface RuleStorage {
  // Five parameters, since class-validator defines them.
  getTargetValidationMetadatas(
    target: Class,
    schema: string,
    always: boolean,
    strictGroups: boolean,
    groups: readonly string[] | undefined,
  ): readonly RuleMetadata[];
  getTargetValidatorConstraints(target: unknown): readonly ConstraintMetadata[];
}

/**
 * Returns the storage of the rules of a DTO, a global variable that all copies of class-validator
 * share. Haft does not import class-validator, so a bundler needs it only if the application does.
 *
 * @throws {HaftError} HAFT_MISSING_PEER if no decorator of class-validator ran in this process
 */
export function ruleStorage(dto: Class): RuleStorage {
  const shared = registeredStorage();
  if (shared !== undefined) return shared;
  throw new HaftError(
    'HAFT_MISSING_PEER',
    `The class ${dto.name} has class-validator rules that must run at the call, and no decorator of class-validator has run in this process.`,
    { hint: 'Run `npm install class-validator`, and compile the class with its decorators.' },
  );
}

/** Returns the storage, or undefined if no decorator of class-validator ran in this process. */
export function registeredStorage(): RuleStorage | undefined {
  return (globalThis as { readonly classValidatorMetadataStorage?: RuleStorage }).classValidatorMetadataStorage;
}
