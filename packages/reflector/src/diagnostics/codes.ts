/**
 * Every code of the build, with its one-line meaning. Each has a page `docs/errors/CODE.md`.
 * 1000 to 1099: project, toolsets, names, types. 1100 to 1149: constants and constraints. 1150 to 1199: the module.
 * A retired code stays here, marked, and is never used for something else.
 */
export const DIAGNOSTIC_CODES = {
  HAFT1001: 'There is no tsconfig, or it has errors.',
  HAFT1002: 'A source file has a syntax error.',
  HAFT1003:
    'A compiler option is newer than the TypeScript that Haft reads with; the newest known value stands for it.',
  HAFT1004: 'The decorators of Haft cannot be resolved.',
  HAFT1005: 'The setting `for` names an unknown provider.',

  HAFT1010: 'The project has no class with @Toolset.',
  HAFT1011: 'A toolset class is not exported.',
  HAFT1012: 'A toolset has no tools.',
  HAFT1013: 'A @Tool method stands where it cannot be a tool.',
  HAFT1014: 'What defineTool is given is no function that a module exports.',

  HAFT1015: 'A decorator is composed of itself, or too deep to be read.',
  HAFT1020: 'A tool name breaks the rule for names.',
  HAFT1021: 'Two tools have one name.',
  HAFT1022: 'A tool name is reserved for a built-in tool.',

  HAFT1030: 'A toolset, tool or parameter has no description.',
  HAFT1031: 'A @param tag names no parameter.',
  HAFT1032: 'A description is longer than 1,024 characters.',
  HAFT1033: 'A JSDoc text or tag does not reach the schema.',

  HAFT1035: 'An example or a default breaks the schema.',

  HAFT1040: 'A type cannot be represented in JSON Schema.',
  HAFT1041: 'A type cannot be resolved.',
  HAFT1042: 'A type is `any`.',
  HAFT1043: 'A tool has a rest parameter.',
  HAFT1044: 'A tool is overloaded.',
  HAFT1045: 'A tool has type parameters of its own.',
  HAFT1046: 'A class that arguments become is not exported.',
  HAFT1047: 'A class that arguments become cannot be made with `new` and no arguments.',
  HAFT1048: 'A parameter has no name.',
  HAFT1049: 'A type never ends.',
  HAFT1050: 'A result type cannot be represented; the tool has no result schema.',

  HAFT1060: 'A constructor parameter says no class and no token.',
  HAFT1061: 'A dependency class is not exported.',

  HAFT1070: 'A provider refuses a tool.',
  HAFT1071: 'A provider ignores a part of a schema.',
  HAFT1072: 'A tool cannot have the strict mode that it asks for.',
  HAFT1073: 'The project has more tools than a provider takes in one request.',

  HAFT1100: 'An option of a decorator is no constant.',
  HAFT1101: 'A constraint has a value of the wrong kind.',
  HAFT1102: 'Constraints contradict each other, or the type.',
  HAFT1103: 'A constraint does not fit the type.',
  HAFT1104: 'A regular expression cannot be said in JSON Schema.',
  HAFT1105: 'A regular expression can take very long.',
  HAFT1106: 'class-transformer would leave a property of a class plain JSON.',
  HAFT1107: 'A result has a property that class-transformer would leave out or change.',
  HAFT1108: '@Type names subclasses that the TypeScript type does not name.',
  HAFT1109: 'A type that is made of a class has no instances for the decorators of its properties.',

  HAFT1150: 'No module can be written for a tool.',
} as const;

/** A code of {@link DIAGNOSTIC_CODES}. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
