module.exports = { ...loadedOnce('typescript-json-schema'), ts: loadedOnce('./parsed-once.cjs') };
