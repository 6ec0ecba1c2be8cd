import type { Issue, Path } from '@haft/schema';
import { isSamePath } from '@haft/schema/basics';
import type { DialectForm } from '@haft/schema/dialects';
import { acceptedExample, argumentsAbout, type ExampleChecks } from './accepted-example.js';
import { issueLine, issueLineUpToReceived, withSuggestion } from './issue-line.js';
import { helpFor, MOST_SCHEMAS, type Help } from './help-within.js';
import type { RepeatedHelp } from './retry-formatter.js';
import { headingOf } from './heading.js';

/** The largest number of kept lines, and of kept helps, for one tool. */
const MOST_KEPT = 32;
const BULLET = '\n- ';

/** The part of a line before the received value. */
interface Beginning {
  readonly path: Path;
  readonly expected: string;
  readonly text: string;
}

/** The help for these problems, and its text after its first use. */
interface KnownHelp {
  readonly form: DialectForm | undefined;
  readonly issues: readonly Issue[];
  readonly repeated: RepeatedHelp;
  help: Help | undefined;
}

/**
 * The parts of earlier retry prompts about one tool. Models repeat mistakes, and to write the parts
 * again would take half of the time of a rejected call.
 */
export class KnownTexts {
  private readonly beginnings: Beginning[] = [];
  /** The place in `beginnings` where the next search begins. */
  private next = 0;
  private readonly helps: KnownHelp[] = [];
  /** The help that was found last. */
  private latest: KnownHelp | undefined = undefined;
  readonly heading: string;

  constructor(tool: string) {
    this.heading = headingOf(tool);
  }

  /** Returns the line of a list about one issue. */
  lineOf(issue: Issue): string {
    return issue.message === undefined
      ? withSuggestion(this.beginningOf(issue) + issue.received, issue.suggestion)
      : BULLET + issueLine(issue);
  }

  /**
   * Returns the help for problems that come back, if they came back before.
   *
   * @param form - the form that the model was shown, if it is not that of the tool
   * @returns undefined if no help is kept for them
   */
  knownHelp(form: DialectForm | undefined, issues: readonly Issue[]): RepeatedHelp | undefined {
    const { latest } = this;
    if (latest !== undefined && helpsWith(latest, form, issues)) return latest.repeated;
    for (const known of this.helps) {
      if (helpsWith(known, form, issues)) return (this.latest = known).repeated;
    }
    return undefined;
  }

  /**
   * Makes the help for problems that come back, and keeps it: to find an example takes as long as a
   * call.
   */
  findHelp(checks: ExampleChecks, issues: readonly Issue[]): RepeatedHelp {
    const { check, form } = checks;
    const names = argumentsAbout(check.schema(), issues, form === undefined ? MOST_SCHEMAS : Infinity);
    const repeated = { schema: form?.parameters ?? check.schema(), example: acceptedExample(checks, names) };
    if (this.helps.length < MOST_KEPT) this.helps.push({ form, issues, repeated, help: undefined });
    return repeated;
  }

  /** Returns the text of a help, and keeps it. */
  helpFor(repeated: RepeatedHelp, issues: readonly Issue[]): Help {
    const { latest } = this;
    if (latest?.repeated === repeated) return (latest.help ??= helpFor(repeated, issues));
    for (const known of this.helps) if (known.repeated === repeated) return (known.help ??= helpFor(repeated, issues));
    return helpFor(repeated, issues);
  }

  private beginningOf({ path, expected }: Issue): string {
    const { beginnings } = this;
    for (let i = 0; i < beginnings.length; i++) {
      // Mistakes come back in the same order.
      const at = this.next + i < beginnings.length ? this.next + i : this.next + i - beginnings.length;
      const known = beginnings[at];
      if (known === undefined || !isSamePath(known.path, path) || known.expected !== expected) continue;
      this.next = at + 1;
      return known.text;
    }
    const text = BULLET + issueLineUpToReceived(path, expected);
    if (this.beginnings.length < MOST_KEPT) this.beginnings.push({ path, expected, text });
    return text;
  }
}

/** Returns whether a kept help is for a form and for problems of these arguments. */
function helpsWith(known: KnownHelp, form: DialectForm | undefined, issues: readonly Issue[]): boolean {
  return known.form === form && areAboutTheSame(known.issues, issues);
}

/** Returns whether two lists of issues are about the same arguments. */
function areAboutTheSame(some: readonly Issue[], others: readonly Issue[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) {
    const one = some[i];
    const other = others[i];
    if (one?.path[0] !== other?.path[0] || one?.suggestion !== other?.suggestion) return false;
  }
  return true;
}
