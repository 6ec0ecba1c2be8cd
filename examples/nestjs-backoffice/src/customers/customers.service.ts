import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Like, Repository } from 'typeorm';
import { CurrentUser } from '../accounts/current-user.js';
import type { ContactDto } from './contact.dto.js';
import { Customer } from './customer.entity.js';

/** The customers of the current user's tenant. */
@Injectable()
export class CustomersService {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    private readonly current: CurrentUser,
  ) {}

  find(text: string, limit: number): Promise<Customer[]> {
    const { tenant } = this.current.user;
    const where = [
      { tenant, name: Like(`%${text}%`) },
      { tenant, email: Like(`%${text}%`) },
    ];
    return this.customers.find({ where, order: { id: 'ASC' }, take: limit });
  }

  /** @throws NotFoundException when the tenant has no such customer */
  async get(id: number): Promise<Customer> {
    const customer = await this.customers.findOneBy({ id, tenant: this.current.user.tenant });
    if (customer === null) throw new NotFoundException(`There is no customer ${id}.`);
    return customer;
  }

  /** @throws NotFoundException when the tenant has no such customer */
  async changeContact(id: number, contact: ContactDto): Promise<Customer> {
    const customer = await this.get(id);
    return this.customers.save(this.customers.merge(customer, contact));
  }
}
