import type { ts } from './typescript.js';

/**
 * Returns a file itself. If a package is installed twice with one version, TypeScript puts a new
 * object with the contents of one copy in place of the other file, in each program. A host must not
 * return that object. (TypeScript does not publish this member of its source files.)
 */
export function ownFile(file: ts.SourceFile): ts.SourceFile {
  return (
    (file as { readonly redirectInfo?: { readonly unredirected: ts.SourceFile } }).redirectInfo?.unredirected ?? file
  );
}
