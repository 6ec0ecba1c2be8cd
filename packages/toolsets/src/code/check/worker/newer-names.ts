/**
 * Names in the sandbox that some versions of TypeScript do not declare. A test compares the
 * declarations with the sandbox.
 */
export const NEWER_NAMES: ReadonlySet<string> = new Set(
  (
    'Float16Array InternalError Iterator ' +
    '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ asyncDispose captureStackTrace ' +
    'columnNumber detached difference dispose escape f16round fileName fromAsync fromBase64 fromHex getFloat16 getOrInsert ' +
    'getOrInsertComputed getYear groupBy immutable intersection isDisjointFrom isError isRawJSON isSubsetOf isSupersetOf ' +
    'isWellFormed lineNumber maxByteLength prepareStackTrace rawJSON resizable resize setFloat16 setFromBase64 setFromHex ' +
    'setYear sliceToImmutable stackTraceLimit sumPrecise symmetricDifference toBase64 toGMTString toHex toReversed toSorted ' +
    'toSpliced toWellFormed transfer transferToFixedLength transferToImmutable try unicodeSets union with withResolvers'
  ).split(' '),
);

/**
 * Types of the language whose objects can have any property: after `error instanceof Error`, the
 * error can be one of another class. The methods of iterators differ between versions.
 */
export const OPEN_TYPES = /^(?:Object|Function)$|Error$|Iterator|Generator/;
