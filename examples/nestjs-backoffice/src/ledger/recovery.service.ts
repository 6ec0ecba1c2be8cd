import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { HaftService } from '@haft/nestjs';
import { UsersService } from '../accounts/users.service.js';
import type { BackofficeDeps } from '../assistant/backoffice-deps.js';

/** Continues calls whose process died: at the start, and then twice a lease. */
@Injectable()
export class RecoveryService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Recovery');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly haft: HaftService<object, BackofficeDeps>,
    private readonly users: UsersService,
    private readonly config: ConfigService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.recover();
    const pauseMs = Number(this.config.get('LEASE_MS', '30000')) / 2;
    this.timer = setInterval(() => void this.recover(), pauseMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async recover(): Promise<void> {
    try {
      const { failed } = await this.haft.runtime.recover({
        runOptions: async ({ userId = '' }) => ({ deps: { user: await this.users.get(userId) } }),
      });
      for (const { key, error } of failed) this.logger.error(`The call ${key} cannot continue.`, error);
    } catch (error) {
      this.logger.error('The ledger cannot be read.', error);
    }
  }
}
