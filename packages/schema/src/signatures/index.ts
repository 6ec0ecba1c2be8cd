/** Schemas and tools as declarations in programming languages. A separate entry point. */
export { SchemaReferenceError } from './definition-names.js';
export { toolMember, type ToolMember } from './tool-member.js';
export { toolSignature, type SignatureLanguage, type SignatureOptions, type SignedTool } from './tool-signature.js';
export { typeDeclarations } from './type-declarations.js';
export { typeName } from './type-name.js';
