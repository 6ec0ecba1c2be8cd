import { ModelRetry, ToolFailed } from '@haft/core';
import { hasCode } from './folder.js';

/**
 * Returns an error of the file system as the model reads it.
 *
 * @param path - as the model wrote it
 * @returns the error itself if it says nothing that a model could use
 */
export function explainError(error: unknown, path: string): unknown {
  if (hasCode(error, 'EACCES', 'EPERM')) return new ToolFailed(`Permission to use ${path} was denied.`);
  if (hasCode(error, 'EROFS')) return new ToolFailed(`${path} is on a disk that cannot be changed.`);
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return new ToolFailed('There is no space left on the disk.');
  if (hasCode(error, 'ENAMETOOLONG')) return new ModelRetry(`A name in ${path} is too long.`);
  if (hasCode(error, 'EBUSY', 'ETXTBSY')) return new ToolFailed(`${path} is in use by another program.`);
  if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENOTEMPTY', 'EEXIST', 'ESTALE')) {
    return new ModelRetry(`${path} changed during the call. Look at it again before the next call.`);
  }
  return error;
}
