/*
 * URI templates of resources, for the build and for the runtime.
 */
export { shareUri } from './share-uri.js';
export * from './uri-template.js';
