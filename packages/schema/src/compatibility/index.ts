/**
 * The effects of changed definitions on the callers of tools. A separate entry point, because run
 * times do not need it.
 */
export { compareDefinitions } from './compare-definitions.js';
export type {
  ComparedDefinition,
  ComparedHints,
  ComparedSettings,
  Compatibility,
  DefinitionChange,
  DefinitionComparison,
} from './definition-change.js';
