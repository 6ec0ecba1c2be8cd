import { allOf } from './all-of.js';
import { anyOf } from './any-of.js';
import { conditional } from './conditional.js';
import { contains } from './contains.js';
import { dependentRequired } from './dependent-required.js';
import { items } from './items.js';
import { itemsCount } from './items-count.js';
import type { Keyword } from './keyword.js';
import { not } from './not.js';
import { multipleOf, range } from './number.js';
import { oneOf } from './one-of.js';
import { properties } from './properties.js';
import { propertyCount } from './property-count.js';
import { propertyNames } from './property-names.js';
import { reference } from './reference.js';
import { contentEncoding, format, pattern, textLength } from './text.js';
import { type } from './type.js';
import { uniqueItems } from './unique-items.js';
import { values } from './values.js';

/** Every keyword that is enforced, in the order of the emitted checks: the cheap ones that guard others first. */
export const KEYWORDS: readonly Keyword[] = [
  type,
  values,
  range,
  multipleOf,
  textLength,
  pattern,
  format,
  contentEncoding,
  itemsCount,
  items,
  contains,
  uniqueItems, // after the items: comparing is cheap once they are known to be small
  propertyCount,
  propertyNames,
  dependentRequired,
  properties,
  reference,
  allOf,
  anyOf,
  oneOf,
  not,
  conditional,
];
