import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { HaftService } from '@haft/nestjs';
import { UsersService } from '../accounts/users.service.js';
import type { BackofficeDeps } from '../assistant/backoffice-deps.js';

/** Continues calls of the ledger: at the start, and then at an interval. */
@Injectable()
export abstract class Recovery implements OnApplicationBootstrap, OnModuleDestroy {
  protected abstract readonly pauseMs: number;
  protected abstract readonly options: { readonly calls?: 'background'; readonly idleMs?: number };
  private readonly logger = new Logger('Recovery');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly haft: HaftService<object, BackofficeDeps>,
    private readonly users: UsersService,
    protected readonly config: ConfigService,
  ) {}

  /** The application starts while calls continue. Passes may overlap. */
  onApplicationBootstrap(): void {
    void this.recover();
    this.timer = setInterval(() => void this.recover(), this.pauseMs);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async recover(): Promise<void> {
    try {
      const { failed } = await this.haft.runtime.recover({
        ...this.options,
        runOptions: async ({ userId = '' }) => ({ deps: { user: await this.users.get(userId) } }),
      });
      for (const { key, error } of failed) this.logger.error(`The call ${key} cannot continue.`, error);
    } catch (error) {
      this.logger.error('The ledger cannot be read.', error);
    }
  }
}
