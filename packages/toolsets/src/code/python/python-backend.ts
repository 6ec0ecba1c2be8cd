import type { Bridge, CodeBackend, EndedExecution, Program } from '../code-backend.js';
import { PythonOptions, type PythonSettings } from './python-options.js';
import { PythonProgram } from './python-program.js';

/** Runs Python in bubblewrap. A program cannot wait for decisions. */
export class PythonBackend implements CodeBackend {
  readonly language = 'python';
  readonly suspends = false;
  private readonly options: PythonOptions;

  /**
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_NO_SANDBOX if there is no
   *   Python, or bubblewrap cannot run it here and `unsafe` is not set
   */
  constructor(settings: PythonSettings = {}) {
    this.options = new PythonOptions(settings);
  }

  /** Whether programs run without a sandbox, which `unsafe` accepts. */
  get isUnsafe(): boolean {
    return this.options.sandbox === undefined;
  }

  execute(program: Program, bridge: Bridge): Promise<EndedExecution> {
    return new PythonProgram(this.options, program, bridge).run();
  }
}
