import { isSameWord, nearest, typingDistance } from './nearest.js';

/**
 * Returns the name that a model probably means by a name that does not exist. In this order: the
 * same letters, the same words in another order or with the same meaning, few typing mistakes, a
 * name inside of the wrong one, a name with the same words and more. Returns undefined in doubt.
 * Does not suggest another action than the model asked for.
 *
 * @param isProbable - asked about names that are not near by letters. Default: all are
 */
export function meantName(
  asked: string,
  names: readonly string[],
  isProbable: (name: string) => boolean = () => true,
): string | undefined {
  const wanted = new NameWords(asked);
  if (wanted.words.length === 0) return nearest(asked, names, isProbable);
  const same = names.find((name) => isSameWord(name, asked));
  if (same !== undefined) return same;
  const known = names.map((name) => new NameWords(name)).filter((one) => !wanted.isOtherAction(one));
  const only = (holds: (one: NameWords) => boolean): string | undefined => {
    const found = known.filter((one) => holds(one) && isProbable(one.name));
    return found.length === 1 ? found[0]?.name : undefined;
  };
  return (
    only((one) => one.hasMeaningsOf(wanted) && wanted.hasMeaningsOf(one)) ??
    nearest(
      asked,
      known.map(({ name }) => name),
      isProbable,
    ) ??
    longest(known.filter((one) => wanted.contains(one) && isProbable(one.name))) ??
    longest(known.filter((one) => wanted.hasMeaningsOf(one) && isProbable(one.name))) ??
    only((one) => wanted.hasSubject && one.hasMeaningsOf(wanted) && !one.addsActionTo(wanted))
  );
}

/** Returns the name with the most meanings. Undefined if there are several. */
function longest(found: readonly NameWords[]): string | undefined {
  const most = Math.max(...found.map(({ meanings }) => meanings.size));
  const [first, ...others] = found.filter(({ meanings }) => meanings.size === most);
  return others.length === 0 ? first?.name : undefined;
}

/** All words of a name. They end at separators and at a change of case. */
class NameWords {
  readonly words: readonly string[];
  readonly meanings: ReadonlySet<string>;
  private readonly actions: ReadonlySet<string>;

  constructor(readonly name: string) {
    const parts = name.slice(0, LONGEST_NAME).replace(CASE_CHANGE, ' ').toLowerCase().split(SEPARATORS);
    this.words = parts.filter((word) => word !== '').map(stemOf);
    const meanings = this.words.filter((word) => !FILLERS.has(word)).map((word) => MEANINGS.get(word) ?? word);
    this.meanings = new Set(meanings);
    this.actions = new Set(meanings.filter((one) => ACTIONS.has(one)));
  }

  /** Whether a word is not an action. */
  get hasSubject(): boolean {
    return this.meanings.size > this.actions.size;
  }

  /** Returns whether another name is in this one, word by word. */
  contains({ words }: NameWords): boolean {
    const text = ` ${this.words.join(' ')} `;
    return words.length > 0 && text.includes(` ${words.join(' ')} `);
  }

  hasMeaningsOf({ meanings }: NameWords): boolean {
    return meanings.size > 0 && [...meanings].every((one) => this.meanings.has(one));
  }

  /**
   * Returns whether another name means another action, or one that this name does not mean. A
   * subject may contain words for actions: `price_list_delete` is not `price_list_get`.
   */
  isOtherAction(other: NameWords): boolean {
    if (this.actions.size === 0 || other.actions.size === 0) return other.addsActionTo(this);
    const added = [...other.actions].filter((one) => !this.actions.has(one));
    const left = [...this.actions].filter((one) => !other.actions.has(one));
    return ![...added, ...left].every((one) => READING.has(one));
  }

  /**
   * Returns whether this name is another name and an action, such as `refund_list` for `refund`. A
   * misspelt action is not added.
   */
  addsActionTo(asked: NameWords): boolean {
    if (this.actions.size === 0 || asked.actions.size > 0) return false;
    const rest = this.words.filter((word) => !isAddedAction(MEANINGS.get(word) ?? ''));
    const [whole, without, wanted] = [this.words, rest, asked.words].map((words) => words.join(''));
    return distance(wanted, without) < distance(wanted, whole);
  }
}

function distance(a = '', b = ''): number {
  return typingDistance(a.slice(0, LONGEST_COMPARED), b.slice(0, LONGEST_COMPARED));
}

/** Returns the part of a word that its singular and its plural share. */
function stemOf(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const one = /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
  return one.endsWith('e') ? one.slice(0, -1) : one;
}

/** Returns whether an action changes the meaning of a name: `weather` is `get_weather`. */
function isAddedAction(action: string): boolean {
  return ACTIONS.has(action) && action !== 'get';
}

/** The characters of a name that are read. */
const LONGEST_NAME = 256;
/** The longest text that the distance compares. */
const LONGEST_COMPARED = 64;

/** A place between a small and a capital letter, or before the last of several capital letters. */
const CASE_CHANGE = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;
const SEPARATORS = /[\s!-/:-@[-`{-~]+/;

/** Words that say nothing about a tool or an argument. */
const FILLERS: ReadonlySet<string> = new Set('a all an by for in my of on the with'.split(' '));

/** Words of one meaning. The first one is their meaning. */
const ACTION_WORDS = [
  'get read fetch load retrieve show view open cat',
  'list ls enumerate',
  'search find query lookup grep q keyword term',
  'create add new insert make',
  'update edit modify change set alter',
  'delete remove del rm erase drop destroy unlink',
  'write save',
  'send submit',
  'move mv rename',
  'copy cp duplicate clone',
  'cancel abort revoke',
];
const OTHER_WORDS = [
  'run exec execute invoke',
  'path file filename filepath pathname',
  'text string str content body',
  'offset start begin first',
  'limit max maximum count num k n top',
  'from source src origin',
  'to destination dest target',
  'folder directory dir cwd',
  'command cmd',
  'message msg',
  'url uri link href',
  'id identifier',
  'args arg argument params param parameter input',
];
const READING: ReadonlySet<string> = new Set(['get', 'list', 'search']);
const ACTIONS: ReadonlySet<string> = new Set(ACTION_WORDS.map((line) => line.split(' ', 1)[0] ?? ''));
const MEANINGS: ReadonlyMap<string, string> = new Map(
  [...ACTION_WORDS, ...OTHER_WORDS].flatMap((line) => {
    const words = line.split(' ');
    return words.map((word) => [stemOf(word), words[0] ?? ''] as const);
  }),
);
