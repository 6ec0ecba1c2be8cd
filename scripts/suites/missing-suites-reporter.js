/** Reports once per run the test files that could not read their public suite. */
export default class MissingSuitesReporter {
  onRunComplete(_contexts, { testResults }) {
    const isMissing = ({ status, title }) =>
      status === 'pending' && title === 'needs a public test suite that is not here';
    const files = testResults.filter(({ testResults: tests }) => tests.some(isMissing)).length;
    if (files === 0) return;
    process.stderr.write(
      `notice: ${files} test files skip the cases of public test suites, which are not here (see CONTRIBUTING.md, \`npm run suites\`).\n`,
    );
  }
}
