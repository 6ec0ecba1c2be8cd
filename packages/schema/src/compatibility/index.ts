/** What a change of definitions means for who calls the tools. An entry point of its own: no run time needs it. */
export { compareDefinitions } from './compare-definitions.js';
export type {
  ComparedDefinition,
  ComparedHints,
  ComparedSettings,
  Compatibility,
  DefinitionChange,
  DefinitionComparison,
} from './definition-change.js';
