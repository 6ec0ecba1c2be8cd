import type { Issue, JsonValue } from '@haft/schema';

/** Runs programs of a model in a sandbox. One for each language. */
export interface CodeBackend {
  /** The language of the programs. */
  readonly language: CodeLanguage;
  /** Whether a program can wait for a decision, in any process. Otherwise such a call fails. */
  readonly suspends: boolean;
  /** Whether programs run without a sandbox. Default false. */
  readonly isUnsafe?: boolean | undefined;
  /**
   * Runs a program until it ends, fails, or waits for decisions.
   *
   * @param program - the program and its limits
   * @param bridge - makes the calls of the program
   * @returns how the program ended. Mistakes of the program are part of it.
   * @throws the reason of `program.signal`, if it aborts before the program ends
   * @throws any error, if the sandbox could not start. The model does not read it.
   */
  execute(program: Program, bridge: Bridge): Promise<Execution>;
}

/** A language with a back end. */
export type CodeLanguage = 'javascript' | 'python';

/** A program and its limits. */
export interface Program {
  /** The code as the model sent it. Not blank. */
  readonly code: string;
  /** The limit that the model knows, in seconds. Texts name it. */
  readonly seconds: number;
  /** The time that is left, in milliseconds. Less than `seconds` for a program that continues. */
  readonly leftMs: number;
  /** Ends the program. It does not abort when `leftMs` has passed. */
  readonly signal: AbortSignal;
  /** The names of the tools that the program may call. */
  readonly tools: readonly string[];
  /** Run and user, which a suspended program is bound to. */
  readonly scope: Readonly<Record<string, string>>;
  /** The state of a suspended execution that continues. */
  readonly resumed?: JsonValue | undefined;
}

/** How a program ended. */
export type Execution = EndedExecution | SuspendedExecution;

/** A program that ended. */
export interface EndedExecution {
  readonly kind: 'ended';
  /** The result as JSON text of at most 100,000 bytes. Undefined if the program set none. */
  readonly output?: string | undefined;
  /** The printed text of at most 64,000 bytes, without its middle if it is longer. */
  readonly logs: string;
  /** 0 if the program ended well. Null if it was ended by force. */
  readonly exitCode: number | null;
  /** The problem for the model. Undefined if the program ended well. */
  readonly error?: string | undefined;
}

/** A program that waits for the decisions about its calls. */
export interface SuspendedExecution {
  readonly kind: 'suspended';
  /** The state that `Program.resumed` gives back. */
  readonly state: JsonValue;
}

/** Makes the calls of one execution. Applies the limits that all languages share. */
export interface Bridge {
  /**
   * Makes a call. At most 10 run at a time, and further calls wait. Never rejects because of the
   * call.
   */
  call(call: BridgedCall): Promise<BridgeAnswer>;
  /**
   * The numbers of the calls that waited for a decision and have an outcome now. `call` answers
   * them without a new call.
   */
  readonly decided: ReadonlySet<number>;
}

/** A call of a program. */
export interface BridgedCall {
  /** Counts the calls of a program, from 1. A program that continues keeps the old numbers. */
  readonly number: number;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments as JSON text. */
  readonly arguments: string;
  /** The place of the call in the code of the model. */
  readonly place?: CodePlace | undefined;
}

/** A place in the code of the model. */
export interface CodePlace {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** The answer to a call of a program. */
export type BridgeAnswer =
  | {
      readonly kind: 'value';
      /** The structured value as JSON text, of at most 1,000,000 bytes. */
      readonly json: string;
    }
  | {
      readonly kind: 'error';
      /** The message of the `ToolError` that the call throws in the program. */
      readonly message: string;
      /** The status of the outcome. `refused` if the bridge did not make the call. */
      readonly status: string;
      readonly issues: readonly Issue[];
    }
  | {
      /** The call waits for a decision. Only if `CodeBackend.suspends`. */
      readonly kind: 'waits';
    };

/** A mistake in a program that is found before it runs. */
export interface CodeProblem extends CodePlace {
  readonly message: string;
}
