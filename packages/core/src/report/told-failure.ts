import type { ToolOutcome } from '../tool-outcome.js';

/** A failure that the value of a successful call tells, such as that of a program. */
export interface ToldFailure {
  /** The failure in two or three words, shown instead of the status: `program failed`. */
  readonly title: string;
  /** The problem, if the value names it. */
  readonly problem?: string;
}

/**
 * Returns the failure that the value of an outcome tells. The tool has done its work, so that its
 * call succeeded: it ran a program, a command or a plan, and that failed.
 */
export function toldFailure({
  status,
  value,
}: {
  readonly status: ToolOutcome['status'] | (string & {});
  readonly value?: unknown;
}): ToldFailure | undefined {
  if (status !== 'success' || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return ofSteps(value);
  for (const read of FORMS) {
    const failure = read(value as Facts);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/**
 * Returns how a call ended, as reports and pages count it: the status, or `failed` if its value
 * tells a failure, or if it was rejected.
 */
export function callState({ status, failure }: { readonly status: string; readonly failure?: unknown }): string {
  return failure !== undefined || status === 'rejected' ? 'failed' : status;
}

type Facts = Readonly<Record<string, unknown>>;

/** The forms of results that tell a failure, those of other libraries too. */
const FORMS: readonly ((value: Facts) => ToldFailure | undefined)[] = [
  ofProgram,
  ofCommand,
  ofHttp,
  ofTests,
  ofTask,
  ofProtocol,
];

/** A program of `execute_code`: the value has its error, and no exit code if it was stopped. */
function ofProgram({ exitCode, error }: Facts): ToldFailure | undefined {
  if (exitCode === undefined || exitCode === 0 || typeof error !== 'string') return undefined;
  return { title: exitCode === null ? 'program stopped' : 'program failed', problem: error };
}

/** A command of a shell. */
function ofCommand({ stopped, ...value }: Facts): ToldFailure | undefined {
  const code = value['exitCode'] ?? value['exit_code'];
  if (typeof code !== 'number') return undefined;
  if (typeof stopped === 'string') return { title: 'command stopped' };
  return code === 0 ? undefined : { title: `exit code ${code}` };
}

/** A response, which a status alone is not: an order may have the status 404. */
function ofHttp(value: Facts): ToldFailure | undefined {
  const { status, statusCode = status } = value;
  const isResponse = RESPONSE.some((name) => name in value);
  const isError = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600;
  return isResponse && isError ? { title: `HTTP ${statusCode}` } : undefined;
}

const RESPONSE = ['headers', 'body', 'statusText', 'contentType'];

/** A run of tests, as most test frameworks count it. */
function ofTests({ passed, failed, numFailedTests = failed, numPassedTests = passed }: Facts): ToldFailure | undefined {
  if (typeof numFailedTests !== 'number' || typeof numPassedTests !== 'number' || numFailedTests === 0)
    return undefined;
  return { title: numFailedTests === 1 ? '1 test failed' : `${numFailedTests} tests failed` };
}

/** A background call, about which `task_status` and `task_result` tell. */
function ofTask({ task, status }: Facts): ToldFailure | undefined {
  return typeof task === 'string' && status === 'failed' ? { title: 'task failed' } : undefined;
}

/** A result of MCP, which a tool passes on. */
function ofProtocol({ isError, content }: Facts): ToldFailure | undefined {
  return isError === true && Array.isArray(content) ? { title: 'tool error' } : undefined;
}

/** The steps of a plan. */
function ofSteps(steps: readonly unknown[]): ToldFailure | undefined {
  if (!steps.every(isStep)) return undefined;
  const failed = steps.filter(({ status }) => status === 'error');
  const [first] = failed;
  if (first === undefined) return undefined;
  return {
    title: `${failed.length} of ${steps.length} steps failed`,
    ...(typeof first['error'] === 'string' && { problem: first['error'] }),
  };
}

function isStep(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && 'step' in value && 'tool' in value && 'status' in value;
}
