module.exports = loadedOnce('./parsed-once.cjs');
