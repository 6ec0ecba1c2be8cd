import { Injectable } from '@nestjs/common';
import { Hints, Param, Tool, Toolset } from 'haft';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import { ContactDto } from './contact.dto.js';
import type { CustomerView } from './customer.entity.js';
import { CustomersService } from './customers.service.js';

/** The customers of the shop. */
@Injectable()
@Toolset({ prefix: 'customer' })
export class CustomersToolset {
  constructor(private readonly customers: CustomersService) {}

  /**
   * Finds customers by name or email address.
   * @param text A part of the name or of the email address.
   * @param limit Most customers to show.
   */
  @Tool()
  @Hints({ readOnly: true })
  find(
    @Param({ minLength: 2, maxLength: 100 }) text: string,
    @Param({ integer: true, minimum: 1, maximum: 50 }) limit = 10,
  ): Promise<CustomerView[]> {
    return this.customers.find(text, limit);
  }

  /**
   * Shows one customer.
   * @param id The customer's number.
   */
  @Tool()
  @Hints({ readOnly: true })
  get(@Param({ integer: true }) id: number): Promise<CustomerView> {
    return this.customers.get(id);
  }

  /**
   * Changes the contact data of a customer.
   * @param id The customer's number.
   * @param contact The new contact data.
   */
  @Tool()
  @Roles([Role.Support])
  changeContact(@Param({ integer: true }) id: number, contact: ContactDto): Promise<CustomerView> {
    return this.customers.changeContact(id, contact);
  }
}
