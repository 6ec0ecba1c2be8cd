import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Role, User } from './user.entity.js';

/** Finds users by their token. */
@Injectable()
export class UsersService {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  get(id: string): Promise<User> {
    return this.users.findOneByOrFail({ id });
  }

  exists({ id }: User): Promise<boolean> {
    return this.users.existsBy({ id });
  }

  async managers(): Promise<User[]> {
    return (await this.users.find()).filter(({ roles }) => roles.includes(Role.Manager));
  }

  findByToken(token: string): Promise<User | null> {
    return this.users.findOneBy({ token });
  }
}
