import type ts from 'typescript';

/** The most characters of a printed type, and of a message. */
const MOST_OF_TYPE = 100;
const MOST_OF_MESSAGE = 300;

/** Texts instead of the compiler's, by code. */
const TEXTS: Readonly<Record<number, string>> = {
  1294: 'This syntax cannot be removed from TypeScript. Use plain JavaScript, such as an object instead of an enum.',
  2307: 'Programs cannot load modules.',
  2792: 'Programs cannot load modules.',
  1147: 'Programs cannot load modules.',
  1473: 'Programs cannot load modules.',
  1232: 'Programs cannot load modules.',
  1184: 'Programs have no exports. Use `return`.',
};

/** The name of a module stays: it says what the program wanted. */
function textOf({ code, messageText, file, start }: ts.Diagnostic): string {
  const text = TEXTS[code] ?? reasonOf(messageText);
  if (!MODULES.has(code)) return text;
  const name = /^[^"']*["']([\w@/.:-]{1,100})["']/.exec(file?.text.slice(start) ?? '')?.[1];
  return name === undefined ? text : `Programs cannot load module '${name}'.`;
}

const MODULES: ReadonlySet<number> = new Set([2307, 2792, 1147, 1473, 1232]);

/** Returns the message for a model: the most exact reason, without advice about projects. */
export function messageOf(diagnostic: ts.Diagnostic): string {
  const text = textOf(diagnostic);
  const hints = diagnostic.relatedInformation?.filter(({ code }) => code === FORGOT_AWAIT) ?? [];
  const hint = hints.length === 0 ? '' : " Did you forget to use 'await'?";
  const short = withoutAdvice(text).replace(/'[^']*'/g, cutType) + hint;
  return short.length > MOST_OF_MESSAGE ? `${short.slice(0, MOST_OF_MESSAGE - 3)}...` : short;
}

/** The code of the hint `Did you forget to use 'await'?`. */
const FORGOT_AWAIT = 2773;

/** Messages whose reason says too little alone: something cannot be called. */
const WITH_REASON: ReadonlySet<number> = new Set([2349, 2351]);

/** Returns the last reason of a chain. It is the most exact one. */
function reasonOf(text: string | ts.DiagnosticMessageChain): string {
  if (typeof text === 'string') return text;
  const [only, ...others] = text.next ?? [];
  if (only === undefined || others.length > 0) return text.messageText;
  return WITH_REASON.has(text.code) ? `${text.messageText} ${reasonOf(only)}` : reasonOf(only);
}

/** Removes advice to install or configure something. */
function withoutAdvice(text: string): string {
  return text.replace(/ Do you need to (?:install|change) .*$/s, '');
}

function cutType(quoted: string): string {
  return quoted.length > MOST_OF_TYPE ? `${quoted.slice(0, MOST_OF_TYPE - 4)}...'` : quoted;
}
