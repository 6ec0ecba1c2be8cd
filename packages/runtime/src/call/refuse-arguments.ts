import type { RetryOutcome } from '@haft/core';
import type { ArgumentRefusal, RefusedArguments } from '../arguments/accepted-arguments.js';
import { undisturbed } from '../events/undisturbed.js';
import { firstProblem, writeRetryPrompt } from '../feedback/format-retry-prompt.js';
import { factsInDialect, type PromptFacts } from '../feedback/prompt-in-dialect.js';
import { KnownTexts } from '../feedback/known-texts.js';
import type { RetryFormatter, RetryPrompt } from '../feedback/retry-formatter.js';
import { isSameProblem } from '../feedback/same-problem.js';
import type { RunState } from '../run/run-state.js';
import type { Call } from './call.js';
import { hiddenPathsOf } from './hidden-paths-of.js';
import { retry } from './outcomes.js';

/** The model is told what is wrong with its arguments; more of it when the same problem comes back. */
export function refuseArguments(call: Call, { refusal, repairs }: RefusedArguments): RetryOutcome {
  call.repairs = repairs;
  return refuse(call, refusal);
}

/** The same for problems that were found after the schema. */
export function refuse(call: Call, found: ArgumentRefusal): RetryOutcome {
  const { state } = call;
  const { asSent } = call.rare;
  const texts = (state.planned.texts ??= new KnownTexts(call.name));
  const refusal = asSent === undefined ? found : { ...found, issues: found.issues.map(asSent) };
  const inDialect = dialectFacts(call);
  const comesBack = call.attempt > 0 && state.lastRefusal !== undefined && isSameProblem(state.lastRefusal, refusal);
  const repeated = comesBack ? (inDialect?.help(refusal.issues) ?? texts.helpOf(state.planned.tool.check)) : undefined;
  state.rememberRefusal(refusal, firstProblem);
  const text = promptText(call, { tool: call.name, refusal, repeated }, texts, inDialect);
  return retry(call, text, refusal.issues);
}

function promptText(call: Call, prompt: RetryPrompt, texts: KnownTexts, inDialect: PromptFacts | undefined): string {
  const { run } = call;
  const { formatter } = run.runtime;
  if (formatter !== undefined) {
    // The usual text shows nothing but the issues, and asks for neither.
    const shown = { sent: call.sent, sensitive: inDialect?.sensitive ?? hiddenPathsOf(call) };
    const written = formattedBy(formatter, run, { ...prompt, ...shown });
    if (written !== undefined) return written;
  }
  return writeRetryPrompt(prompt, texts);
}

/** What the host's formatter writes. The model is not to suffer from one that throws: undefined, for the usual text. */
function formattedBy(formatter: RetryFormatter, { runtime }: RunState, prompt: RetryPrompt): string | undefined {
  const failed = (error: unknown): void => {
    runtime.logger.error(`The formatter of retry prompts failed for tool '${prompt.tool}'.`, { error });
  };
  let written: string | undefined;
  const write = (): unknown => {
    const text: unknown = formatter(prompt);
    if (typeof text === 'string') written = text;
    else failed(new TypeError('It gave no text.'));
    return text;
  };
  undisturbed(write, [], failed);
  return written;
}

/** What the prompt says in the form that the model was shown; undefined where that is the tool's own. */
function dialectFacts(call: Call): PromptFacts | undefined {
  const { run, inDialect, state } = call;
  const { check, definition } = state.planned.tool;
  const { dialectOf, target } = run;
  if (!inDialect || dialectOf === undefined || target === undefined) return undefined;
  return factsInDialect(check, dialectOf(definition, target), hiddenPathsOf(call));
}
