// The tests of toolchains, which `npm test` leaves out: they need packages that
// `npm run test:toolchains` installs first.
import config from './jest.config.js';

const { testPathIgnorePatterns: _without, ...integration } = config.projects.find(
  ({ displayName }) => displayName === 'integration',
);

export default {
  ...config,
  projects: [{ ...integration, displayName: 'toolchains', testMatch: ['<rootDir>/test/toolchains/**/*.test.ts'] }],
};
