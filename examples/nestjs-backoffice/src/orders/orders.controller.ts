import { Body, Controller, Get, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import type { Order } from './order.entity.js';
import { OrdersService } from './orders.service.js';
import { SearchOrdersDto } from './search-orders.dto.js';
import { ShipmentDto } from './shipment.dto.js';

@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  search(@Query() search: SearchOrdersDto): Promise<Order[]> {
    return this.orders.search(search);
  }

  @Get(':id')
  get(@Param('id', ParseIntPipe) id: number): Promise<Order> {
    return this.orders.get(id);
  }

  @Post(':id/shipment')
  @Roles([Role.Warehouse])
  ship(@Param('id', ParseIntPipe) id: number, @Body() { trackingNumber }: ShipmentDto): Promise<Order> {
    return this.orders.ship(id, trackingNumber);
  }

  @Post(':id/cancellation')
  @Roles([Role.Support])
  cancel(@Param('id', ParseIntPipe) id: number): Promise<Order> {
    return this.orders.cancel(id);
  }
}
