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
  asSent?: (issue: Issue) => Issue,
): RetryOutcome | Promise<RetryOutcome> {
  call.repairs = refused.repairs;
  const { check, body } = call.state.planned.tool;
  if (body.visitRules !== undefined) return refuseWithRules(call, refused, asSent);
  if (check.issuesLater !== undefined) return refuseWithIssuesLater(call, refused, asSent);
  return refuse(call, refused.refusal);
}

function refuseWithIssuesLater(
  call: Call,
  refused: RefusedArguments,
  asSent?: (issue: Issue) => Issue,
): RetryOutcome | Promise<RetryOutcome> {
  const { refusal } = refused;
  const later = issuesLater(call, refused);
  if (later === undefined) return refuse(call, refusal);
  return later.then((broken) => refuse(call, withRules(refusal, { ...NO_RULES, broken }, asSent)));
}

function refuseWithRules(
  call: Call,
  refused: RefusedArguments,
  asSent?: (issue: Issue) => Issue,
): RetryOutcome | Promise<RetryOutcome> {
  const { refusal } = refused;
  const rules = rulesBeside(call, refused);
  const all = (broken: readonly Issue[]): ArgumentRefusal => withRules(refusal, { ...rules, broken }, asSent);
  const { broken } = rules;
  return broken instanceof Promise ? broken.then((issues) => refuse(call, all(issues))) : refuse(call, all(broken));
}

/**
 * Returns the issues that an asynchronous library finds next to those of the schema. Ignores its
 * errors: it throws again in the call with valid arguments.
 */
function issuesLater(call: Call, { checked }: RefusedArguments): Promise<readonly Issue[]> | undefined {
  if (checked === undefined) return undefined;
  const { check } = call.state.planned.tool;
  const later = check.issuesLater?.(checked.value);
  if (later === undefined) return undefined;
  const sensitive = hiddenPathsOf(call);
  return later.then(
    (found) => maskIssues(check, sensitive, issuesBeside(checked, found, sensitive)),
    () => [],
  );
}

/** The class-validator rules next to values that break the schema. */
interface RulesBeside<Broken> {
  /** The rules that valid values break. */
  readonly broken: Broken;
  /** The rules of values that break the schema. */
  readonly expectations: readonly RuleExpectation[];
}

const NO_RULES: RulesBeside<readonly Issue[]> = { broken: [], expectations: [] };

/**
 * Finds rules next to invalid values. Ignores rules that throw: they throw again in the call with
 * valid arguments.
 */
function rulesBeside(
  call: Call,
  { checked, refusal }: RefusedArguments,
): RulesBeside<readonly Issue[] | Promise<readonly Issue[]>> {
  const { check, body } = call.state.planned.tool;
  const { visitRules } = body;
  if (visitRules === undefined || checked === undefined || refusal.issues.length >= MOST_PROBLEMS) return NO_RULES;
  const provisional = provisionalArguments(check, checked);
  if (provisional === undefined) return NO_RULES;
  const { args, invalid } = provisional;
  const sensitive = hiddenPathsOf(call);
  const shown = (issues: readonly Issue[]): readonly Issue[] => maskIssues(check, sensitive, issues);
  const { validationGroups: groups } = call.run.options;
  const broken = ruleIssues(visitRules, args, { groups, sensitive, invalid });
  const expectations = ruleExpectations(visitRules, { args, sent: checked.value }, { groups, invalid });
  return { broken: broken instanceof Promise ? broken.then(shown) : shown(broken), expectations };
}

/** Adds what rules say to the issues of a refusal, in the form that the model sent. */
function withRules(
  refusal: ArgumentRefusal,
  { broken, expectations }: RulesBeside<readonly Issue[]>,
  asSent: (issue: Issue) => Issue = (issue) => issue,
): ArgumentRefusal {
  if (broken.length === 0 && expectations.length === 0) return refusal;
  const known = expectations.map((one) => ({ ...one, path: pathAsSent(one.path, asSent) }));
  const issues = refusal.issues.map((issue) => withExpectation(issue, known));
  return { ...refusal, issues: [...issues, ...broken.map(asSent)] };
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
  const form = dialectForm(call);
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
  const {
    limits: { arguments: limits },
  } = run.runtime;
  return texts.findHelp({ check, visitRules: body.visitRules, limits, form }, issues);
}

function promptText(call: Call, prompt: RetryPrompt, texts: KnownTexts, form: DialectForm | undefined): string {
  const { run } = call;
  const {
    errors: { formatter },
  } = run.runtime;
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

/** Returns the form that the model sees. Undefined if it is the form of the tool. */
function dialectForm(call: Call): DialectForm | undefined {
  if (!call.inDialect) return undefined;
  const { run, state } = call;
  const {
    dialect: { of: dialectOf, target },
  } = run;
  if (dialectOf === undefined || target === undefined) return undefined;
  return dialectOf(state.planned.tool.definition, target);
}
