/*
 * The operations of an OpenAPI document as tools.
 */

export type { ResolveHost } from '../http/guard/guarded-connector.js';
export { openApiToolset, type OpenApiTools } from './open-api-toolset.js';
export type { OpenApiOptions, OperationFacts, ServiceHeaders } from './open-api-options.js';
export { ServiceError } from './response/service-error.js';
export type { SkippedOperation } from './tool/tools-of-document.js';
