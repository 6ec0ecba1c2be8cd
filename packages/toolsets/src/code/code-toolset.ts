import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { CodeOptions, type CodeSettings } from './code-options.js';
import { CodeToolset } from './code.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';
import { withLanguages } from './with-languages.js';
import { withSignatures } from './with-signatures.js';

/**
 * Makes the tool `execute_code`, which runs a program of the model that calls other tools.
 * JavaScript and TypeScript need the package `run`, Python needs bubblewrap. A call in a program
 * passes all steps of a call. If it needs an approval or the user, a program in JavaScript waits,
 * and continues in any process.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_MISSING_PEER if `run` is
 *   not installed, HAFT_NO_SANDBOX if Python cannot run in a sandbox here
 * @example createRuntime({ toolsets: [toolsets, codeToolset({ tools: ['order_find'] })] })
 */
export function codeToolset(settings: CodeSettings = {}): ComposedToolset<Tools> {
  const options = new CodeOptions(settings);
  const languages = options.backends.map(({ language }) => language);
  return withSignatures(withLanguages(fromInstance(new CodeToolset(options), toolsets), languages), options);
}
