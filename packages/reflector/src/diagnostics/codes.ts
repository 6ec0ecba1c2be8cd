/**
 * Every code of the build, with its meaning in one line. `npx haft explain CODE` prints its page.
 * 1000 to 1099: project, toolsets, names, types. 1100 to 1119: constants and constraints. 1120 to
 * 1149: resources and prompts. 1150 to 1199: the module, and mistakes of Haft. A retired code stays
 * here, marked, and never gets another meaning.
 */
export const DIAGNOSTIC_CODES = {
  HAFT1001: 'The tsconfig is missing or has errors.',
  HAFT1002: 'A source file has a syntax error.',
  HAFT1003: 'A compiler option is newer than the TypeScript of Haft.',
  HAFT1004: 'The decorators of Haft cannot be resolved.',
  HAFT1005: 'The setting `for` names an unknown provider.',

  HAFT1010: 'The project has no class with `@Toolset`.',
  HAFT1011: 'A toolset class is not exported.',
  HAFT1012: 'A toolset has no tools.',
  HAFT1013: '`@Tool` is not on a public instance method.',
  HAFT1014: '`defineTool` got a function that no module exports.',

  HAFT1015: 'A decorator is composed of itself, or too deep to be read.',
  HAFT1016: 'A class has tools but no `@Toolset`.',
  HAFT1017: 'A decorator of Haft is not called.',
  HAFT1018: 'A parameter has a decorator, but `experimentalDecorators` is off.',
  HAFT1019: 'A file has a name that Node cannot import.',

  HAFT1020: 'A tool name is invalid.',
  HAFT1021: 'Two tools have the same name.',
  HAFT1022: 'A tool name is reserved for a built-in tool.',
  HAFT1023: 'A base class hides its tools from the build.',
  HAFT1024: 'A tool of a controller of NestJS uses what only HTTP has.',
  HAFT1025: 'A toolset class has no name.',
  HAFT1026: 'An alias does not mean one thing.',

  HAFT1027: 'Two parameters of a tool of a controller of NestJS read the same value.',
  HAFT1030: 'A tool or parameter has no description.',
  HAFT1031: 'A `@param` tag matches no parameter.',
  HAFT1032: 'A description is longer than 1,024 characters.',
  HAFT1033: 'A JSDoc comment or tag is not part of a schema.',

  HAFT1035: 'An example or a default is invalid.',

  HAFT1040: 'A type cannot be represented in JSON Schema.',
  HAFT1041: 'A type cannot be resolved.',
  HAFT1042: 'A type is `any`.',
  HAFT1043: 'A tool has a rest parameter.',
  HAFT1044: 'A tool is overloaded.',
  HAFT1045: 'A tool has type parameters.',
  HAFT1046: 'A DTO class is not exported.',
  HAFT1047: 'A DTO class cannot be created with `new` and no arguments.',
  HAFT1048: 'A destructured parameter has no name.',
  HAFT1049: 'A type is infinite.',
  HAFT1050: 'A result type cannot be represented.',
  HAFT1051: 'A parameter has a decorator that Haft does not know.',
  HAFT1052: 'A model sets a parameter whose type belongs to the application.',
  HAFT1053: 'A type has both sides of a relation.',

  HAFT1060: 'A constructor parameter has no class and no token.',
  HAFT1061: 'A dependency class is not exported.',

  HAFT1070: 'A provider rejects a tool.',
  HAFT1071: 'A provider ignores a part of a schema.',
  HAFT1072: 'A tool cannot use the strict mode that it requires.',
  HAFT1073: 'The project has more tools than one request can have.',
  HAFT1074: 'Tools cost more tokens than their budget.',
  HAFT1075: 'A tool that changes something requires no permission.',
  HAFT1076: 'A permission is not a constant name.',

  HAFT1080: 'A decorator names a method that the class does not have in public.',
  HAFT1081: 'A decorator names a method with other parameters or another result.',
  HAFT1082: 'Decorators of a tool contradict each other.',
  HAFT1083: 'A decorator has no effect in its place.',
  HAFT1084: 'A decorator is on a declaration twice.',
  HAFT1085: 'An option does not exist.',

  HAFT1100: 'An option of a decorator is not constant.',
  HAFT1101: 'A constraint is unknown or has an invalid value.',
  HAFT1102: 'Constraints contradict each other or the type.',
  HAFT1103: 'A constraint has no effect on the type.',
  HAFT1104: 'A regular expression cannot be a JSON Schema pattern.',
  HAFT1105: 'A regular expression can be very slow.',
  HAFT1106: 'class-transformer would leave a property as plain JSON.',
  HAFT1107: 'A result has a property that class-transformer would exclude or change.',
  HAFT1108: '`@Type` names subclasses that the TypeScript type does not name.',
  HAFT1109: 'A type without instances has decorators that need an instance.',
  HAFT1110: 'A class of optional properties keeps the initial values of its source.',

  HAFT1120: 'A variable of a URI has no parameter, or a required parameter has no variable.',
  HAFT1121: 'A parameter of a resource or prompt has a type that texts cannot carry.',
  HAFT1122: 'A resource has a URI template that Haft does not support.',
  HAFT1123: 'Two resources match one URI.',
  HAFT1124: '`@Complete` names no parameter, or its method does not suggest strings.',
  HAFT1125: 'A prompt returns something that is not a text and not a list of messages.',

  HAFT1150: 'Haft cannot generate code for a tool.',

  HAFT1190: 'Haft failed while it read or wrote a tool.',
} as const;

/** A code of {@link DIAGNOSTIC_CODES}. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
