import { HaftError, type Class } from '@haft/core';

/*
 * The part of class-validator's public metadata that is read here. Written out, since class-validator is an optional
 * peer and the types of this package must not need it.
 */

/** One registered rule of one property. */
export interface RuleMetadata {
  /** A name of class-validator's `ValidationTypes`. */
  readonly type: string;
  /** Of the validator: `isString`; unset for kinds that have none. */
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls: unknown;
  readonly each?: boolean;
  readonly message?: string | ((args: RuleArguments) => string);
  readonly validateIf?: (object: object, value: unknown) => boolean;
}

/** What class-validator gives to a validator and to a message function. */
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
  /** From the container of `useContainer`, each time it is read. */
  readonly instance: {
    validate(value: unknown, args: RuleArguments): unknown;
    defaultMessage?(args: RuleArguments): string;
  };
}

/** class-validator's `MetadataStorage`. */
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
 * Returns the storage in which the decorators of a DTO have registered their rules. class-validator keeps it in a global
 * variable that all its copies share. Haft never loads class-validator itself: the module of the DTO imports it, so that
 * a bundler needs no package that an application does not use.
 *
 * @throws HaftError `HAFT_MISSING_PEER` when no decorator of class-validator has run in this process
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

/** The storage, as far as a decorator of class-validator has run in this process. */
export function registeredStorage(): RuleStorage | undefined {
  return (globalThis as { readonly classValidatorMetadataStorage?: RuleStorage }).classValidatorMetadataStorage;
}
