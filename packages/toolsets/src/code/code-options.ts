import { requireCount, type RunContext, type ToolDefinition, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { invalidOption } from '../invalid-option.js';
import type { CodeBackend, CodeLanguage } from './code-backend.js';
import { CODE_LIMITS } from './code-limits.js';
import { ProgramChecker } from './check/program-checker.js';
import { JavaScriptBackend } from './javascript/javascript-backend.js';
import { PythonBackend } from './python/python-backend.js';
import type { PythonSettings } from './python/python-options.js';
import { ProgramSlots } from './program-slots.js';
import { SignatureSearch } from './signatures/signature-search.js';

/** Settings of the code toolset. */
export interface CodeSettings {
  /** The languages of the programs. Default `['javascript']`, which includes TypeScript. */
  readonly languages?: readonly CodeLanguage[];
  /**
   * The tools that a program may call: their names, or a function that returns whether it may.
   * Default: all tools that the model can call. Never `execute_code` or `execute_plan`.
   */
  readonly tools?: readonly string[] | ((definition: ToolDefinition) => boolean);
  /**
   * Returns the names of the tools that the description lists first, best first. Used only if not
   * all of them fit: 1,600 characters in JavaScript, 8,000 in Python. Rank them by the request of
   * the user, such as with `rankByText` of `haft/extend`, before you start the run. Default: the
   * tools in their order. A program finds the others with `search_tools`.
   *
   * @example (run) => run.metadata['ranked'] as string[]
   */
  readonly listFirst?: ((run: RunContext) => readonly string[]) | undefined;
  /**
   * Whether programs in JavaScript and TypeScript are checked before they run, if the package
   * `typescript` is installed. Default true.
   */
  readonly check?: boolean;
  /** Settings of Python. */
  readonly python?: PythonSettings;
  /**
   * Most programs at the same time. Further programs wait up to their deadline. Programs that the
   * tools of a program start have as many slots of their own, at two further levels. Default 4.
   */
  readonly concurrency?: number;
}

/**
 * The settings of a code toolset, checked. A token for the container.
 *
 * @example
 * const provide = [{ provide: CodeOptions, useValue: new CodeOptions({ tools: ['order_find'] }) }];
 */
export class CodeOptions {
  /** The back ends. The first one is the default. */
  readonly backends: readonly CodeBackend[];
  /** As in {@link CodeSettings}. */
  readonly tools: CodeSettings['tools'];
  /** Checks programs before they run. Undefined if they are not checked. */
  readonly checker: Pick<ProgramChecker, 'check'> | undefined;
  /** Finds signatures for programs. */
  readonly search: Pick<SignatureSearch, 'find'> = new SignatureSearch();
  /** As in {@link CodeSettings}. */
  readonly listFirst: CodeSettings['listFirst'];
  /** Limits the programs that run at a time. */
  readonly slots: ProgramSlots;

  /**
   * @param settings - the settings
   * @param checker - checks programs. Default: the compiler of TypeScript
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_MISSING_PEER if `run` is
   *   not installed, HAFT_NO_SANDBOX if Python cannot run in a sandbox here and `unsafe` is not set
   */
  constructor(settings: CodeSettings = {}, checker: CodeOptions['checker'] = new ProgramChecker()) {
    refuseUnknownOptions('The code toolset', settings, SETTINGS);
    const { languages = ['javascript'], tools, check = true, concurrency = CODE_LIMITS.executions } = settings;
    requireCount('concurrency of the code toolset', concurrency, 1);
    if (languages.length === 0) throw invalidOption('languages is empty.', "Give at least 'javascript'.");
    this.backends = [...new Set(languages)].map((language) => backendOf(language, settings));
    if (tools !== undefined && typeof tools !== 'function') requireToolNames(tools);
    this.tools = tools;
    this.listFirst = settings.listFirst;
    this.checker = check ? checker : undefined;
    this.slots = new ProgramSlots(concurrency);
  }
}

function backendOf(language: CodeLanguage, { python }: CodeSettings): CodeBackend {
  if (language === 'javascript') return new JavaScriptBackend();
  // A setting of JavaScript code can be any value.
  if ((language as string) === 'python') return new PythonBackend(python);
  throw invalidOption(`languages contains '${language as string}'.`, "Use 'javascript' or 'python'.");
}

function requireToolNames(tools: unknown): void {
  if (Array.isArray(tools) && tools.every((name) => typeof name === 'string' && /^\w+$/.test(name))) return;
  throw invalidOption('tools is not a list of names of tools.', 'For a pattern, write a function of the definition.');
}

const SETTINGS: OptionNames<CodeSettings> = {
  languages: true,
  tools: true,
  listFirst: true,
  check: true,
  python: true,
  concurrency: true,
};
