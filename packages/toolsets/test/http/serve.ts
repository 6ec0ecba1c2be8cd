import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server that counts its connections and keeps its requests. */
export class TestServer {
  readonly requests: IncomingMessage[] = [];
  connections = 0;
  private readonly server: Server;

  constructor(answer: RequestListener) {
    this.server = createServer((request, response) => {
      this.requests.push(request);
      answer(request, response);
    });
    this.server.on('connection', () => (this.connections += 1));
  }

  async start(host = '127.0.0.1', port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, host, resolve));
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
