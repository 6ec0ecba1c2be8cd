/*
 * Reads the toolset classes of a project and writes the generated module. Build time only.
 *
 * Most builds have nothing to do. So no file that this one imports may import the compiler at once.
 */

export {
  buildProject,
  createBuilder,
  type BuildOptions,
  type BuildResult,
  type ProjectBuilder,
} from './build/build-project.js';
export { DIAGNOSTIC_CODES, type DiagnosticCode } from './diagnostics/codes.js';
export type { Diagnostic, Severity } from './diagnostics/diagnostic.js';
export { generatedFiles, type GeneratedFiles } from './generated-files.js';
export type {
  ClassReference,
  DependencyModel,
  ExportReference,
  FunctionToolModel,
  OfferModel,
  ParameterModel,
  ProjectModel,
  Revival,
  RuleMessages,
  ServiceModel,
  ToolModel,
  ToolsetModel,
  TypeModel,
} from './model.js';
