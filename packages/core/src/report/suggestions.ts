import type { ToolReport, UnknownName } from './call-report.js';
import type { Mistake } from './mistakes.js';

/** A change of a tool. */
export type SuggestionKind = 'alias' | 'value' | 'description' | 'example' | 'default' | 'limit' | 'split';

/** A change of a tool that would help, with the calls that show it. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** The tool to change. For an unknown name without a near tool, the name. */
  readonly tool: string;
  /** The parameter to change. */
  readonly parameter?: string;
  /** The calls with the mistake. */
  readonly calls: number;
  /** All calls of the tool. Unset for an unknown name. */
  readonly of?: number;
  /** The mistake and the change, as one sentence. */
  readonly text: string;
}

/** Fewer calls show nothing. */
const FEWEST = 3;
/** A rarer mistake is not worth a change: one of twenty calls. */
const SHARE = 0.05;
/** The share of calls that are cut, denied or corrected before the tool itself is to change. */
const LARGE_SHARE = 0.2;
/** A tool whose mistakes are at as many parameters may do too much. */
const MANY_PARAMETERS = 4;

/** Suggests aliases for the names that no tool has. */
export function suggestionsForNames(names: readonly UnknownName[]): readonly Suggestion[] {
  return names
    .filter(({ calls }) => calls >= FEWEST)
    .map(({ name, calls, meant }) => ({
      kind: 'alias',
      tool: meant ?? name,
      calls,
      text:
        meant === undefined
          ? `${times(calls)} asked for the tool \`${name}\`: no tool is near it. Add one, or say in the instructions that there is none.`
          : `${times(calls)} asked for \`${name}\`: add it to the aliases of \`${meant}\`, if it means this tool.`,
    }));
}

/** Suggests changes of a tool. */
export function suggestionsFor(report: ToolReport): readonly Suggestion[] {
  const { tool, calls: of } = report;
  const about = (calls: number, share: number, change: Change): readonly Suggestion[] =>
    calls >= FEWEST && calls >= of * share
      ? [{ tool, calls, of, ...change, text: `${calls} of ${times(of)} ${change.text}` }]
      : [];
  return [
    ...report.mistakes.flatMap((mistake) => about(counted(mistake), SHARE, changeFor(mistake))),
    ...split(report, about),
    ...about(report.retriesOfTool, LARGE_SHARE, ASKED_BY_TOOL),
    ...about(report.denied, LARGE_SHARE, DENIED),
    ...about(report.cut, LARGE_SHARE, CUT),
    ...about(report.failures['timeout'] ?? 0, SHARE, TIMEOUT),
    ...about(report.failures['limit'] ?? 0, SHARE, LIMIT),
  ];
}

type Change = Pick<Suggestion, 'kind' | 'parameter' | 'text'>;
type About = (calls: number, share: number, change: Change) => readonly Suggestion[];

/** Returns the calls that show the change: for a value, those that sent it. */
function counted({ rule, calls, received }: Mistake): number {
  return isValue(rule) ? (received[0]?.calls ?? calls) : calls;
}

function changeFor({ parameter, rule, expected, received, meant }: Mistake): Change {
  const place = parameter === '' ? 'the arguments' : `\`${parameter}\``;
  const value = `\`${received[0]?.value ?? 'nothing'}\``;
  const at = parameter === '' ? {} : { parameter };
  if (rule === 'additionalProperties') {
    if (meant === undefined)
      return { kind: 'description', ...at, text: `sent ${place}, which the tool does not have: add it, or say so.` };
    return { kind: 'alias', parameter: meant, text: `sent ${place}: add it to the aliases of \`${meant}\`.` };
  }
  if (rule === 'required')
    return { kind: 'default', ...at, text: `left out ${place}: give it a default, or say where its value comes from.` };
  if (isValue(rule))
    return { kind: 'value', ...at, text: `sent ${value} for ${place}: add it as a value, or describe the values.` };
  if (LIMITS.has(rule))
    return {
      kind: 'limit',
      ...at,
      text: `sent ${value} for ${place}, expected ${expected}: raise the limit, or say it in the description.`,
    };
  if (FORMS.has(rule))
    return { kind: 'example', ...at, text: `sent ${value} for ${place}, expected ${expected}: give an example.` };
  return {
    kind: 'description',
    ...at,
    text: `sent ${value} for ${place}, expected ${expected}: say it in the description.`,
  };
}

function isValue(rule: string): boolean {
  return rule === 'enum' || rule === 'const';
}

const LIMITS: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
/** Rules about the form of a value, which an example shows best. */
const FORMS: ReadonlySet<string> = new Set(['format', 'pattern', 'type', 'anyOf', 'oneOf', 'uniqueItems']);

/** Suggests two tools for one whose mistakes are everywhere. */
function split({ retries, mistakes }: ToolReport, about: About): readonly Suggestion[] {
  const parameters = new Set(mistakes.filter(({ calls }) => calls >= FEWEST).map(({ parameter }) => parameter)).size;
  if (parameters < MANY_PARAMETERS) return [];
  return about(retries, LARGE_SHARE, {
    kind: 'split',
    text: `had mistakes, at ${parameters} parameters: split the tool, or give it fewer and flatter parameters.`,
  });
}

const ASKED_BY_TOOL: Change = {
  kind: 'description',
  text: 'were sent back by the tool itself: say in the description what must be true before a call.',
};
const DENIED: Change = { kind: 'description', text: 'were denied: say in the description when to call the tool.' };
const CUT: Change = {
  kind: 'limit',
  text: 'gave a result that was cut: let the model ask for less, return fewer fields, or raise the limit.',
};
const TIMEOUT: Change = { kind: 'limit', text: 'took too long: raise the timeout, or make the tool `@Background()`.' };
const LIMIT: Change = {
  kind: 'limit',
  text: 'were refused by a limit: raise it, or offer a tool that does several at once.',
};

function times(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}
