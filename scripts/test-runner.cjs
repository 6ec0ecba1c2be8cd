/*
 * The runner of tests (jest.config.js): that of Jest, without a message to the main process at the
 * begin and at the end of each test. No reporter reads these 40,000 messages. The results come with
 * the end of a file.
 */
const { default: run } = require('jest-circus/runner');

module.exports = (globalConfig, config, environment, runtime, testPath) =>
  run(globalConfig, config, environment, runtime, testPath);
