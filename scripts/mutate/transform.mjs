import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';

/** Gives Jest the copies with mutants in place of the files of a folder. */
export default {
  createTransformer: ({ options, copies }) => {
    const inner = swc.createTransformer(options);
    const copyOf = (path, source) => (copies[path] === undefined ? source : readFileSync(copies[path], 'utf8'));
    return {
      canInstrument: false,
      getCacheKey: (source, path, details) =>
        createHash('sha256')
          .update(copyOf(path, source))
          .update(inner.getCacheKey(source, path, details))
          .digest('hex'),
      process: (source, path, details) => inner.process(copyOf(path, source), path, details),
      processAsync: (source, path, details) => inner.processAsync(copyOf(path, source), path, details),
    };
  },
};
