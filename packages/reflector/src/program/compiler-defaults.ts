import { ts } from './typescript.js';

/**
 * Fills in the defaults of TypeScript 6 and newer, for projects whose compiler has them. As in the
 * compiler, each default depends on other options: `module: NodeNext` alone means
 * `moduleResolution: NodeNext`.
 *
 * @param options - the options of the tsconfig and its bases
 */
export function withDefaultsSince6(options: ts.CompilerOptions): ts.CompilerOptions {
  const target = options.target ?? ts.ScriptTarget.ESNext;
  const module = options.module ?? (target >= ts.ScriptTarget.ES2015 ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS);
  return {
    strict: true,
    types: [],
    esModuleInterop: true,
    ...options,
    target,
    module,
    moduleResolution: options.moduleResolution ?? resolutionFor(module),
  };
}

function resolutionFor(module: ts.ModuleKind): ts.ModuleResolutionKind {
  if (module === ts.ModuleKind.NodeNext) return ts.ModuleResolutionKind.NodeNext;
  if (module >= ts.ModuleKind.Node16 && module < ts.ModuleKind.NodeNext) return ts.ModuleResolutionKind.Node16;
  const isOld = [ts.ModuleKind.None, ts.ModuleKind.AMD, ts.ModuleKind.UMD, ts.ModuleKind.System].includes(module);
  return isOld ? ts.ModuleResolutionKind.Classic : ts.ModuleResolutionKind.Bundler;
}
