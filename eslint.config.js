import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import { LAYERS, packageName } from './layers.js';

const allOfOurs = [...Object.keys(LAYERS).map(packageName)];

/** One rule per package: only what its layer may import; deep imports of our own packages never. */
const direction = Object.entries(LAYERS).map(([layer, allowed]) => ({
  files: [`packages/${layer}/src/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(${allOfOurs.filter((name) => name !== packageName(layer) && !allowed.map(packageName).includes(name)).join('|')})(/|$)`,
            message: `${layer} may import only: ${allowed.join(', ') || 'none of ours'} (layers.js).`,
          },
          { regex: '^(haft|@haft/[a-z]+)/(src|dist)/', message: 'Import what a package exports.' },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/fixtures/**',
      '**/*.gen.ts',
      'coverage/**',
      '.nx/**',
      'packages/benchmarks/peers/**',
      'packages/integration/toolchains/**',
      'packages/mcp/peers/**',
    ],
  },
  {
    files: ['packages/*/src/**/*.ts', 'examples/*/src/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { jsdoc },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off', // decorated classes may be empty
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off', // overflows the stack on the types of the TypeScript API
      '@typescript-eslint/non-nullable-type-assertion-style': 'off', // a cast says what the value is; `!` is forbidden
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off', // a type parameter may name what a caller says (createParamDecorator<T>)
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
    // Every peer's method is async, whether it waits or not.
    files: ['packages/benchmarks/src/**/*.ts'],
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['packages/*/test/**/*.ts', 'examples/*/test/**/*.ts'],
    extends: [...tseslint.configs.recommended],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  ...direction,
);
