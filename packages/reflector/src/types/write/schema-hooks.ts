import type { JsonSchemaObject } from '@haft/schema';
import type { AppliedRules } from '../../constraints/index.js';
import type { Revival } from '../../model.js';
import type { InstanceNode, ObjectNode, PropertyNode } from '../model.js';

/** What is made of classes and of constraints while a schema is written; owned by who knows the project. */
export interface SchemaHooks {
  /** How a value becomes an instance of the class; undefined leaves it an object. */
  reviveClass(node: InstanceNode): Revival | undefined;
  /** The name of a property in JSON; undefined for one that no JSON has. */
  wireName(property: PropertyNode, owner: ObjectNode): string | undefined;
  /** Whether the rules of a property refuse an absent value that its type allows. */
  isRequired(property: PropertyNode, owner: ObjectNode): boolean;
  /** Whether the rules of a property refuse a null that its type has. */
  refusesNull(property: PropertyNode, owner: ObjectNode): boolean;
  /** The schema of a property with the rules that stand on it; undefined without rules. */
  constrainProperty(schema: JsonSchemaObject, property: PropertyNode, owner: ObjectNode): AppliedRules | undefined;
  /** Keywords that no value of the type can meet, or that say nothing of it. */
  misfit(place: TaggedPlace, problem: Misfit): void;
}

/** What is wrong with keywords. */
export interface Misfit {
  /** No value can meet them. */
  readonly impossible: boolean;
  /** Those that say nothing of the type. */
  readonly unused: readonly string[];
  /** They were said of the items of a list. */
  readonly ofItems?: boolean;
}

/** What tags or options stand on. */
export type TaggedPlace = Pick<PropertyNode, 'name' | 'declaration'>;
