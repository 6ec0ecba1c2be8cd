import { All, Inject, Req, Res } from '@nestjs/common';
import { MountedHandler } from './mounted-handler.js';

/** Hands every request over. `HaftHttpModule.mountHandler` makes a subclass with the path and the decorators. */
export class HandlerController {
  constructor(@Inject(MountedHandler) private readonly handler: MountedHandler) {}

  /** Any method, and what lies beneath the path. */
  @All()
  answer(@Req() request: object, @Res() response: object): Promise<void> {
    return this.handler.answer({ request, response });
  }
}
