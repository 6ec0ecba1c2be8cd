import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthGuard } from './auth.guard.js';
import { CurrentUser } from './current-user.js';
import { RolesGuard } from './roles.guard.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [
    UsersService,
    CurrentUser,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
  exports: [CurrentUser, UsersService],
})
export class AccountsModule {}
