import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import { TIMERS_IN_TESTS } from './timers-in-tests.js';
import { FOLDERS, KEYWORD_DRIVERS, LAYERS, packageName } from './layers.js';

const allOfOurs = [...Object.keys(LAYERS).map(packageName)];

/** Imports that a package must not have: packages above it, and deep paths of packages. */
const packagesAbove = (layer) => [
  {
    regex: `^(${allOfOurs.filter((name) => name !== packageName(layer) && !LAYERS[layer].map(packageName).includes(name)).join('|')})(/|$)`,
    message: `${layer} may import only: ${LAYERS[layer].join(', ') || 'none of ours'} (layers.js).`,
  },
  { regex: '^(haft|@haft/[a-z]+)/(src|dist)/', message: 'Import what a package exports.' },
];

const restricted = (files, patterns) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** One rule per package. */
const direction = Object.keys(LAYERS).map((layer) => restricted(`packages/${layer}/src/**/*.ts`, packagesAbove(layer)));

/** The allowed depths of nested folders. The test reports a deeper one. */
const DEPTHS = [1, 2, 3];

/** One rule per folder and depth, because `../` names another folder at each depth. */
const folderDirection = Object.entries(FOLDERS).flatMap(([layer, folders]) =>
  Object.entries(folders).flatMap(([folder, allowed]) =>
    DEPTHS.map((depth) =>
      restricted(`packages/${layer}/src/${folder}${'/*'.repeat(depth)}.ts`, [
        ...packagesAbove(layer),
        {
          regex: `^(\\.\\./){${depth}}(?!(${[folder, ...allowed].join('|')})/)`,
          message: `${layer}/src/${folder} may import only: ${allowed.join(', ') || 'no other folder'} (layers.js).`,
        },
      ]),
    ),
  ),
);

/** A keyword module must not import the code that reads its table. */
const keywordDirection = {
  files: ['packages/schema/src/keywords/**/*.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(${KEYWORD_DRIVERS.join('|')})/`,
            allowTypeImports: true,
            message: 'A keyword module may import only types from the drivers that read it (layers.js).',
          },
        ],
      },
    ],
  },
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/fixtures/**',
      '**/*.gen.ts',
      'coverage/**',
      'packages/benchmarks/peers/**',
      'packages/integration/toolchains/**',
      'packages/mcp/peers/**',
      'packages/bridges/peers/**',
    ],
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'examples/*/src/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { jsdoc },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off', // decorated classes may be empty
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off', // overflows the stack on the types of the TypeScript API
      '@typescript-eslint/non-nullable-type-assertion-style': 'off', // a cast states the type of the value, and `!` is forbidden
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off', // a type parameter may be explicit at the call (createParamDecorator<T>)
    },
  },
  {
    files: Object.keys(LAYERS).map((layer) => `packages/${layer}/src/**/*.ts`),
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: { esm: true },
          require: { ClassDeclaration: true, FunctionDeclaration: true },
          contexts: ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'],
          checkConstructors: false,
        },
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 4, countVoidThis: false }] },
  },
  {
    // The parameters of a tool are its arguments.
    files: ['packages/toolsets/src/**/*.toolset.ts'],
    rules: { '@typescript-eslint/max-params': 'off' },
  },
  {
    // Every peer's method is async, whether it waits or not.
    files: ['packages/benchmarks/src/**/*.ts'],
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['packages/*/test/**/*.ts', 'examples/*/test/**/*.ts'],
    extends: [...tseslint.configs.recommended],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    files: ['packages/*/test/**/*.{ts,mjs}', 'examples/*/test/**/*.ts'],
    ignores: TIMERS_IN_TESTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[`callee.name=/^(setTimeout|delay)$/`, `callee.property.name='setTimeout'`].map((callee) => ({
          selector: `CallExpression[${callee}]:not(:matches(WhileStatement, ForStatement) CallExpression):not([callee.object.name='jest'])`,
          message:
            'Wait for an event, or ask in a loop. If the time itself matters, timers-in-tests.js has the reasons.',
        })),
      ],
    },
  },
  ...direction,
  ...folderDirection,
  keywordDirection,
);
