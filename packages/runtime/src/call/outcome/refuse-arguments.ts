import type { RetryOutcome } from '@haft/core';
import type { Issue, Path } from '@haft/schema';
import type { DialectForm } from '@haft/schema/dialects';
import type { ArgumentRefusal, RefusedArguments, RepeatedHelp, RetryFormatter, RetryPrompt } from '@haft/arguments';
import {
  firstProblem,
  hiddenInDialect,
  isSameProblem,
  issuesBeside,
  KnownTexts,
  maskIssues,
  MOST_PROBLEMS,
  provisionalArguments,
  type RuleExpectation,
  ruleExpectations,
  ruleIssues,
  withExpectation,
  writeRetryPrompt,
} from '@haft/arguments/lazy';
import { notifyListener } from '../../events/notify-listener.js';
import type { RunPort } from '../run-port.js';
import type { Call } from '../call.js';
import { dialectForm } from '../dialect-form.js';
import { hiddenPathsOf } from './hidden-paths-of.js';
import { retry } from './outcomes.js';

/**
 * Explains invalid arguments to the model: first the problems of the schema, then rules that valid
 * values break. Gives more help if a problem repeats.
 *
 * @param asSent - writes an issue of a rule in the form that the model sent. Default: no change.
 * @returns a promise only if a rule returns one
 */
export function refuseArguments(
  call: Call,
  refused: RefusedArguments,
  asSent: (issue: Issue) => Issue = (issue) => issue,
): RetryOutcome | Promise<RetryOutcome> {
  call.repairs = refused.repairs;
  const { broken, expectations } = besideSchema(call, refused);
  const answer = (issues: readonly Issue[]): RetryOutcome => {
    if (issues.length === 0 && expectations.length === 0) return refuse(call, refused.refusal);
    const known = expectations.map((one) => ({ ...one, path: pathAsSent(one.path, asSent) }));
    const own = refused.refusal.issues.map((issue) => withExpectation(issue, known));
    return refuse(call, { ...refused.refusal, issues: [...own, ...issues.map(asSent)] });
  };
  return broken instanceof Promise ? broken.then(answer) : answer(broken);
}

/** The problems and rules that a value has in addition to those of its schema. */
interface BesideSchema {
  /** The rules that valid values inside break. */
  readonly broken: readonly Issue[] | Promise<readonly Issue[]>;
  /** The rules of values that break the schema. */
  readonly expectations: readonly RuleExpectation[];
}

const NOTHING: BesideSchema = { broken: [], expectations: [] };

/**
 * Finds the problems next to those of the schema: by class-validator rules, or else by an
 * asynchronous library. Ignores errors of both: they throw again in the call with valid arguments.
 */
function besideSchema(call: Call, { checked, refusal }: RefusedArguments): BesideSchema {
  if (checked === undefined) return NOTHING;
  const { check, body } = call.state.planned.tool;
  const { visitRules } = body;
  const sensitive = hiddenPathsOf(call);
  const shown = (issues: readonly Issue[]): readonly Issue[] => maskIssues(check, sensitive, issues);
  if (visitRules === undefined) {
    const later = check.issuesLater?.(checked.value);
    if (later === undefined) return NOTHING;
    const beside = (issues: readonly Issue[]): readonly Issue[] => shown(issuesBeside(checked, issues, sensitive));
    return { ...NOTHING, broken: later.then(beside, () => []) };
  }
  if (refusal.issues.length >= MOST_PROBLEMS) return NOTHING;
  const provisional = provisionalArguments(check, checked);
  if (provisional === undefined) return NOTHING;
  const { args, invalid } = provisional;
  const { validationGroups: groups } = call.run.options;
  const broken = ruleIssues(visitRules, args, { groups, sensitive, invalid });
  const expectations = ruleExpectations(visitRules, { args, sent: checked.value }, { groups, invalid });
  return { broken: broken instanceof Promise ? broken.then(shown) : shown(broken), expectations };
}

function pathAsSent(path: Path, asSent: (issue: Issue) => Issue): Path {
  return asSent({ path, rule: '', expected: '', received: '' }).path;
}

/** Returns the outcome for problems of arguments. */
export function refuse(call: Call, found: ArgumentRefusal): RetryOutcome {
  const { state } = call;
  const { asSent } = call.sending;
  const texts = (state.planned.texts ??= new KnownTexts(call.name));
  const refusal = asSent === undefined ? found : { ...found, issues: found.issues.map(asSent) };
  const form = call.inDialect ? dialectForm(call.run, state.planned.tool.definition) : undefined;
  const comesBack = call.attempt > 0 && state.lastRefusal !== undefined && isSameProblem(state.lastRefusal, refusal);
  const repeated = comesBack ? helpAbout(call, refusal.issues, texts, form) : undefined;
  state.rememberRefusal(refusal, firstProblem);
  const text = promptText(call, { tool: call.name, refusal, repeated }, texts, form);
  return retry(call, text, refusal.issues);
}

function helpAbout(
  { run, state }: Call,
  issues: readonly Issue[],
  texts: KnownTexts,
  form: DialectForm | undefined,
): RepeatedHelp {
  const known = texts.knownHelp(form, issues);
  if (known !== undefined) return known;
  const { check, body } = state.planned.tool;
  const { arguments: limits } = run.runtime.limits;
  return texts.findHelp({ check, visitRules: body.visitRules, limits, form }, issues);
}

function promptText(call: Call, prompt: RetryPrompt, texts: KnownTexts, form: DialectForm | undefined): string {
  const { run } = call;
  const { formatter } = run.runtime.errors;
  if (formatter !== undefined) {
    // The default prompt shows only the issues, so it needs neither.
    const sensitive = hiddenPathsOf(call);
    const shown = { sent: call.sent, sensitive: form === undefined ? sensitive : hiddenInDialect(form, sensitive) };
    const written = formattedBy(formatter, run, { ...prompt, ...shown });
    if (written !== undefined) return written;
  }
  return writeRetryPrompt(prompt, texts);
}

/** Returns the text of the host's formatter. Returns undefined if it throws or returns no text. */
function formattedBy(formatter: RetryFormatter, { runtime }: RunPort, prompt: RetryPrompt): string | undefined {
  const failed = (error: unknown): void => {
    runtime.observe.logger.error(`The formatter of retry prompts failed for tool '${prompt.tool}'.`, { error });
  };
  let written: string | undefined;
  const write = (): unknown => {
    const text: unknown = formatter(prompt);
    if (typeof text === 'string') written = text;
    else failed(new TypeError('It gave no text.'));
    return text;
  };
  notifyListener(write, [], failed);
  return written;
}
