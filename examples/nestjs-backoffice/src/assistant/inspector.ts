import { ConfigService } from '@nestjs/config';
import { HaftInspectorModule } from '@haft/inspector/nestjs';
import { HAFT_RUNTIME } from '@haft/nestjs';
import type { Runtime } from 'haft';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import { Role } from '../accounts/user.entity.js';
import { UsersService } from '../accounts/users.service.js';
import { runOptionsOf } from './run-options-of.js';

/** The page where operators see and call the tools, as different users: `/admin/inspect`. */
export const inspector = HaftInspectorModule.forRootAsync<AuthenticatedRequest>({
  inject: [HAFT_RUNTIME, UsersService, ConfigService],
  useFactory: (runtime: Runtime, users: UsersService, config: ConfigService) => ({
    runtime,
    hosts: config.get<string>('INSPECT_HOSTS', 'localhost:3000').split(','),
    // The tool runs for the user who asked. The approval names the operator.
    authorize: async (_request, { user }, call) =>
      user?.roles.includes(Role.Operator) === true && {
        user: user.id,
        ...(call?.userId !== undefined && { deps: { user: await users.get(call.userId) } }),
      },
    presets: {
      default: async () => runOptionsOf(await users.get('ann')),
      'warehouse of acme': async () => runOptionsOf(await users.get('wes')),
      'support of globex': async () => runOptionsOf(await users.get('bob')),
    },
    title: 'Back office',
    inProduction: true,
  }),
  path: 'admin/inspect',
});
