/** Schemas and tools in the words of programming languages. An entry point of its own. */
export { SchemaReferenceError } from './definition-names.js';
export { toolSignature, type SignatureLanguage, type SignedTool } from './tool-signature.js';
export { typeDeclarations } from './type-declarations.js';
export { typeName } from './type-name.js';
