import { Reflector } from '@nestjs/core';
import type { Role } from './user.entity.js';

/** Allows users with one of these roles. The {@link RolesGuard} checks it. */
export const Roles = Reflector.createDecorator<Role[]>();
