import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';

/**
 * Listens at a port of this machine and passes requests on to the current process, so that the page
 * stays open while the process is replaced.
 */
export class PageServer {
  private readonly server: Server;
  private target: number | undefined;
  private readonly waiting: (() => void)[] = [];
  private once: { readonly path: string; readonly to: string } | undefined;

  constructor() {
    this.server = createServer((request, response) => {
      void this.pass(request, response);
    });
  }

  /** Listens, at another port if the wanted one is taken. Returns the port. */
  async listen(wanted: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') reject(error);
        else this.server.listen(0, '127.0.0.1', resolve);
      });
      this.server.listen(wanted, '127.0.0.1', resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Passes requests to this port from now on. */
  setTarget(port: number): void {
    this.target = port;
    for (const go of this.waiting.splice(0)) go();
  }

  /**
   * Returns a path that leads to another one, once. Other users of the machine see the arguments of
   * a browser, so that a token does not belong there.
   */
  openOnce(to: string): string {
    const path = `/open-${randomBytes(32).toString('base64url')}`;
    this.once = { path, to };
    return path;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.once !== undefined && request.url === this.once.path) {
      response.writeHead(302, { location: this.once.to, 'cache-control': 'no-store' }).end();
      this.once = undefined;
      return;
    }
    if (this.target === undefined) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const { method, url, headers } = request;
    // A connection of its own: the process may have closed one that another request used.
    const target = { host: '127.0.0.1', port: this.target, agent: false } as const;
    const passed = httpRequest({ ...target, method, path: url, headers }, (answer) => {
      const { connection: _theirs, 'keep-alive': _too, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passedOn);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    passed.on('error', () => {
      // The process has just been replaced: the page asks again.
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(503, { 'content-type': 'application/json' })
          .end('{"error":{"code":"RESTARTING","message":"Restarting."}}');
    });
    response.on('close', () => passed.destroy());
    request.pipe(passed);
    // The process answers a body that is too long before its end. If nothing read the rest, the
    // page could lose the answer, and its next request would wait.
    passed.on('close', () => request.unpipe(passed).resume());
  }
}
