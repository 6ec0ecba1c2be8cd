import { All, Inject, Req, Res } from '@nestjs/common';
import { MountedHandler } from './mounted-handler.js';

/**
 * Passes every request on. `HaftHttpModule.mountHandler` creates a subclass with the path and the
 * decorators.
 */
export class HandlerController {
  constructor(@Inject(MountedHandler) private readonly handler: MountedHandler) {}

  /** Answers any method, at the path and below it. */
  @All()
  answer(@Req() request: object, @Res() response: object): Promise<void> {
    return this.handler.answer({ request, response });
  }
}
