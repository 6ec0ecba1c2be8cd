/** The form of commit messages. No tool can check the imperative: reviewers do. */
export default {
  extends: ['@commitlint/config-conventional'],
  plugins: [
    {
      rules: {
        'subject-semicolon': ({ subject }) => [!subject?.includes(';'), 'subject must not contain a semicolon'],
      },
    },
  ],
  rules: {
    'header-max-length': [2, 'always', 72],
    'subject-semicolon': [2, 'always'],
    // A subject may begin with the name of a class or an option.
    'subject-case': [0],
  },
};
