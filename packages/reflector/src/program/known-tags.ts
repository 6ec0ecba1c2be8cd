import { FORMATS } from '@haft/schema/formats';

/* The JSDoc tags that tools know, and the values of those that Haft reads. */

/** Returns whether JSDoc, TSDoc or TypeDoc knows a tag, or whether it is a keyword of schemas. */
export function isKnownTag(name: string): boolean {
  return KNOWN_TAGS.has(name.toLowerCase()) || isReadTag(name);
}

/** Returns whether a tag changes the schema of a property or a type. */
export function isKeywordTag(name: string): boolean {
  return Object.hasOwn(VALUES, name);
}

/** Returns whether Haft reads a tag: as a keyword, or as a text for the model. */
export function isReadTag(name: string): boolean {
  return isKeywordTag(name) || TEXT_TAGS.has(name);
}

/**
 * Returns whether a text is the value of a tag and certainly no text: `3` of `@minimum`, but not
 * `3 or more`.
 */
export function isValueOf(name: string, text: string): boolean {
  return isKeywordTag(name) && (VALUES[name] as IsValue)(text);
}

/** Returns whether a tag without a text is complete. */
export function isFlag(name: string): boolean {
  return !isReadTag(name) || VALUES[name] === isSwitch;
}

type IsValue = (text: string) => boolean;

const isNumber: IsValue = (text) => text !== '' && Number.isFinite(Number(text));
const isSwitch: IsValue = (text) => text === 'true' || text === 'false';
const isInteger: IsValue = (text) => /^\{?integer\}?$/.test(text);
const isFormat: IsValue = (text) => FORMATS.has(text);
const isPattern: IsValue = (text) => /^(?:\/.*\/[a-z]*|\^\S*|\S*\$)$/.test(text);
const isJson: IsValue = (text) => {
  if (/^'[^']*'$/.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
/** The value of `@items.minimum 0` is `.minimum 0`. */
const isItems: IsValue = (text) => {
  const [start = '', name = ''] = /^\.([\w-]+)/.exec(text) ?? [];
  const value = text.slice(start.length).trimStart();
  return name === 'type' ? isInteger(value) : name !== 'items' && isValueOf(name, value);
};

const VALUES: Readonly<Record<string, IsValue>> = {
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  minLength: isNumber,
  maxLength: isNumber,
  minItems: isNumber,
  maxItems: isNumber,
  minProperties: isNumber,
  maxProperties: isNumber,
  integer: isSwitch,
  uniqueItems: isSwitch,
  deprecated: isSwitch,
  trustedPattern: isSwitch,
  asType: isInteger,
  'TJS-type': isInteger,
  pattern: isPattern,
  format: isFormat,
  default: isJson,
  example: isJson,
  examples: isJson,
  items: isItems,
};

const TEXT_TAGS = new Set(['alias', 'param', 'arg', 'argument', 'returns', 'return', 'description', 'desc', 'summary']);

const KNOWN_TAGS = new Set(
  `abstract access alias alpha api async augments author beta borrows callback category categorydescription class
  classdesc const constant constructor constructs contributor copyright decorator default defaultvalue deprecated desc
  description document emits enum event eventproperty example exception expand experimental exports extends external
  file fileoverview fires func function generated generator global group groupdescription hidden hideconstructor ignore
  implements import include includecode inherit inheritdoc inline inner instance interface internal kind label lends
  license link listens member memberof method migration mixes mixin module name namespace note overload override
  overview package packagedocumentation param arg argument preserve private privateremarks prop property protected
  public readonly remarks requires return returns satisfies sealed see since static summary template this throws todo
  tutorial type typedef typeparam var variation version virtual yield yields
  additionalproperties astype comment contains contentencoding contentmediatype examples exclusivemaximum
  exclusiveminimum format id integer items maxcontains maximum maxitems maxlength maxproperties mincontains minimum
  minitems minlength minproperties multipleof nullable pattern propertynames ref title tjs trustedpattern uniqueitems
  writeonly $comment $id $ref ts`.split(/\s+/),
);
