import { ConfigService } from '@nestjs/config';
import { HaftInspectorModule } from '@haft/inspector/nestjs';
import { HAFT_RUNTIME } from '@haft/nestjs';
import type { RunOptions, Runtime } from 'haft';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import { Role } from '../accounts/user.entity.js';
import { UsersService } from '../accounts/users.service.js';
import type { BackofficeDeps } from './backoffice-deps.js';
import { OperatorGuard } from './operator.guard.js';

/** The page where operators see and call the tools, as different users: `/admin/inspect`. */
export const inspector = HaftInspectorModule.forRootAsync<AuthenticatedRequest>({
  inject: [HAFT_RUNTIME, UsersService, ConfigService],
  useFactory: (runtime: Runtime, users: UsersService, config: ConfigService) => ({
    runtime,
    hosts: config.get<string>('INSPECT_HOSTS', 'localhost:3000').split(','),
    authorize: (_request, { user }) => user?.roles.includes(Role.Operator) === true,
    presets: {
      default: () => optionsOf(users, 'ann'),
      'warehouse of acme': () => optionsOf(users, 'wes'),
      'support of globex': () => optionsOf(users, 'bob'),
    },
    title: 'Back office',
    inProduction: true,
  }),
  guards: [OperatorGuard],
  path: 'admin/inspect',
});

async function optionsOf(users: UsersService, id: string): Promise<RunOptions<BackofficeDeps>> {
  const user = await users.get(id);
  return { deps: { user }, userId: user.id, tenantId: user.tenant };
}
