module.exports = loadedOnce('typescript');
