/*
 * URI templates of resources, for the build and for the runtime.
 */
export { shareUri } from './share-uri.js';
export {
  parseUriTemplate,
  variablesOf,
  type UriPart,
  type UriTemplate,
  type UriTemplateProblem,
} from './uri-template.js';
