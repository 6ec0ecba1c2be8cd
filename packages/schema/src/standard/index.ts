/**
 * Schemas in the versions of JSON Schema that Standard JSON Schema names. A separate entry point.
 */
export { isJsonSchemaTarget, JSON_SCHEMA_TARGETS, jsonSchemaIn, type JsonSchemaTarget } from './json-schema-in.js';
