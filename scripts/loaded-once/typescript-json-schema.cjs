module.exports = loadedOnce('typescript-json-schema');
