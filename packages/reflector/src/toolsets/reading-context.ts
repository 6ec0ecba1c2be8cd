import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ts } from '../program/typescript.js';
import type { TypeReader } from '../types/read/reader.js';
import type { SchemaHooks } from '../types/write/schema-hooks.js';
import type { ClassReferences } from './class-references.js';
import type { HaftNames } from './haft-names.js';
import type { NestNames } from './nest-names.js';
import type { OpenParameter } from './open-parameters.js';

/** The context for reading a project. */
export interface ReadingContext {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly names: HaftNames;
  readonly nest: NestNames;
  readonly references: ClassReferences;
  readonly diagnostics: Diagnostics;
  readonly argumentTypes: TypeReader;
  readonly resultTypes: TypeReader;
  readonly argumentHooks: SchemaHooks;
  readonly resultHooks: SchemaHooks;
  /** Collects the parameters that the model sets without a decorator. */
  readonly openParameters: OpenParameter[];
}
