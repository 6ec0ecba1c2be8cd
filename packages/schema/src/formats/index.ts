/*
 * The checks of string formats.
 */

export { isBase64 } from './base64.js';
export { isDate } from './date.js';
export { isDateTime, parseDateTime } from './date-time.js';
export { isDuration } from './duration.js';
export { isEmail, isIdnEmail } from './email.js';
export { FORMATS, type FormatName, type StringFormat } from './formats.js';
export { isHostname } from './hostname.js';
export { isIpv4 } from './ipv4.js';
export { isIpv6 } from './ipv6.js';
export { isJsonPointer } from './json-pointer.js';
export { isRegex } from './regex.js';
export { isTime } from './time.js';
export { isUri, isUriReference } from './uri.js';
export { isUuid } from './uuid.js';
