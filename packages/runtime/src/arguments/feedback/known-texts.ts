import type { Issue, JsonSchemaObject, Path } from '@haft/schema';
import { acceptedExample, argumentsAbout, type Example, type ExampleChecks } from './accepted-example.js';
import { issueLine, issueLineUpToReceived, withSuggestion } from './issue-line.js';
import { helpFor, MOST_SCHEMAS, type Help } from './help-within.js';
import type { RepeatedHelp } from './retry-formatter.js';
import { isSamePath } from './same-path.js';

/** Beginnings of lines that are kept for one tool, and helps. */
const MOST_KEPT = 32;
const BULLET = '\n- ';

/** What a line says before the received value. */
interface Beginning {
  readonly path: Path;
  readonly expected: string;
  readonly text: string;
}

/** What the model reads next to these problems. */
interface KnownRepeated {
  readonly issues: readonly Issue[];
  readonly help: RepeatedHelp;
}

/** Help about these problems, by the schema that the model was shown. */
interface KnownHelp {
  readonly schema: JsonSchemaObject;
  readonly example: Example | undefined;
  readonly issues: readonly Issue[];
  readonly help: Help;
}

/**
 * What retry prompts said of one tool. A model that makes a mistake makes it again, and so does the next one: what a line says of the place
 * and of what is expected is written once, and so is the help. To write it each time was half of what a refused call of a small tool cost.
 */
export class KnownTexts {
  private readonly beginnings: Beginning[] = [];
  private readonly helps: KnownHelp[] = [];
  private readonly repeated: KnownRepeated[] = [];
  readonly heading: string;

  constructor(tool: string) {
    this.heading = `Tool call validation failed for tool '${tool}':`;
  }

  /** One problem in a line of a list. */
  lineOf(issue: Issue): string {
    return issue.message === undefined
      ? withSuggestion(this.beginningOf(issue) + issue.received, issue.suggestion)
      : BULLET + issueLine(issue);
  }

  /**
   * Returns what the model reads next to problems that come back. It is kept, because to find an
   * example takes as long as a call.
   */
  repeatedHelp(checks: ExampleChecks, issues: readonly Issue[]): RepeatedHelp {
    const { check, form } = checks;
    const schema = form?.parameters ?? check.schema();
    for (const known of this.repeated) {
      if (known.help.schema === schema && areAboutTheSame(known.issues, issues)) return known.help;
    }
    const names = argumentsAbout(check.schema(), issues, form === undefined ? MOST_SCHEMAS : Infinity);
    const help = { schema, example: acceptedExample(checks, names) };
    if (this.repeated.length < MOST_KEPT) this.repeated.push({ issues, help });
    return help;
  }

  /** What is told when the same problems come back. */
  helpFor(repeated: RepeatedHelp, issues: readonly Issue[]): Help {
    const { schema, example } = repeated;
    for (const known of this.helps) {
      const isSame = known.schema === schema && known.example === example;
      if (isSame && areAboutTheSame(known.issues, issues)) return known.help;
    }
    const help = helpFor(repeated, issues);
    if (this.helps.length < MOST_KEPT) this.helps.push({ schema, example, issues, help });
    return help;
  }

  private beginningOf({ path, expected }: Issue): string {
    for (const known of this.beginnings) {
      if (known.expected === expected && isSamePath(known.path, path)) return known.text;
    }
    const text = BULLET + issueLineUpToReceived(path, expected);
    if (this.beginnings.length < MOST_KEPT) this.beginnings.push({ path, expected, text });
    return text;
  }
}

/** Whether the same arguments have problems. */
function areAboutTheSame(some: readonly Issue[], others: readonly Issue[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) {
    const one = some[i];
    const other = others[i];
    if (one?.path[0] !== other?.path[0] || one?.suggestion !== other?.suggestion) return false;
  }
  return true;
}
