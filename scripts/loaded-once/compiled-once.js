import vm from 'node:vm';

// Jest compiles each module again for each test file, some 500 of them. This keeps what V8 made of
// a module, for the next test file of the same worker. V8 rejects it after a test has set a flag.

const compiled = new Map();
const { SourceTextModule, compileFunction } = vm;

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const key = `module ${options.identifier}`;
    const cachedData = keptFor(key, code);
    try {
      super(code, cachedData === undefined ? options : { ...options, cachedData });
      if (cachedData !== undefined) return;
    } catch (error) {
      if (error.code !== 'ERR_VM_MODULE_CACHED_DATA_REJECTED') throw error;
      super(code, options);
    }
    compiled.set(key, { code, cachedData: this.createCachedData() });
  }
};

vm.compileFunction = (code, parameters, options) => {
  // Tests compile functions too, with other parameters.
  if (options?.parsingContext === undefined) return compileFunction(code, parameters, options);
  const key = `function ${options.filename}`;
  const cachedData = keptFor(key, code);
  const made = compileFunction(code, parameters, {
    ...options,
    cachedData,
    produceCachedData: cachedData === undefined,
  });
  if (cachedData === undefined) compiled.set(key, { code, cachedData: made.cachedData });
  else if (made.cachedDataRejected === true) compiled.delete(key);
  return made;
};

function keptFor(key, code) {
  const kept = compiled.get(key);
  return kept?.code === code ? kept.cachedData : undefined;
}
