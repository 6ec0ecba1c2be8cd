import { Body, Controller, DefaultValuePipe, Get, Param, ParseIntPipe, Patch, Query } from '@nestjs/common';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import { ContactDto } from './contact.dto.js';
import type { Customer } from './customer.entity.js';
import { CustomersService } from './customers.service.js';

@Controller('customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Get()
  find(@Query('text', new DefaultValuePipe('')) text: string): Promise<Customer[]> {
    return this.customers.find(text, 20);
  }

  @Get(':id')
  get(@Param('id', ParseIntPipe) id: number): Promise<Customer> {
    return this.customers.get(id);
  }

  @Patch(':id/contact')
  @Roles([Role.Support])
  changeContact(@Param('id', ParseIntPipe) id: number, @Body() contact: ContactDto): Promise<Customer> {
    return this.customers.changeContact(id, contact);
  }
}
