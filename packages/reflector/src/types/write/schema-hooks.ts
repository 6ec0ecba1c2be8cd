import type { JsonSchemaObject } from '@haft/schema';
import type { AppliedRules, Intersection } from '../../constraints/index.js';
import type { Revival } from '../../model.js';
import type { InstanceNode, ObjectNode, PropertyNode } from '../model.js';

/**
 * Hooks for classes and constraints while a schema is written. Implemented where the project is
 * known.
 */
export interface SchemaHooks {
  /** Whether JSON becomes run-time values, as in arguments. In results, they become JSON. */
  readonly revives: boolean;
  /** Returns how a value becomes an instance of the class. Undefined keeps an object. */
  reviveClass(node: InstanceNode): Revival | undefined;
  /** Returns the name of a property in JSON, or undefined if it is never in JSON. */
  wireName(property: PropertyNode, owner: ObjectNode): string | undefined;
  /** Returns whether the rules of a property reject an absent value that its type allows. */
  isRequired(property: PropertyNode, owner: ObjectNode): boolean;
  /** Returns whether the rules of a property reject a null that its type allows. */
  refusesNull(property: PropertyNode, owner: ObjectNode): boolean;
  /** Returns the schema of a property with its rules, or undefined without rules. */
  constrainProperty(schema: JsonSchemaObject, property: PropertyNode, owner: ObjectNode): AppliedRules | undefined;
  /** Reports an alias that does not mean one property. A model sends no results. */
  misnamed?(place: TaggedPlace, alias: string, problem: string): void;
  /** Reports keywords that no value of the type can satisfy, or that have no effect on it. */
  misfit(place: TaggedPlace, problem: Misfit): void;
}

/** The problem with keywords. */
export interface Misfit {
  /** Whether no value can satisfy them. */
  readonly impossible: boolean;
  readonly conflict?: Intersection['conflict'];
  /** The keywords without effect on the type. */
  readonly unused: readonly string[];
  /** Whether they are for the items of a list. */
  readonly ofItems?: boolean;
}

/** The place of tags or options. */
export type TaggedPlace = Pick<PropertyNode, 'name' | 'declaration'> & Partial<Pick<PropertyNode, 'type'>>;
