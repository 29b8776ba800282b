import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An unreliable network between an agent and the service: a proxy that passes everything on unless told otherwise.
 */
export class BadNetwork {
  readonly #target: URL;
  readonly #server: Server;
  /** Every post of results arrives a second time, after the one that follows it. */
  repeatsPosts = false;
  #isCut = false;
  #held: (() => Promise<unknown>) | null = null;
  /** Posts of results that arrived twice. */
  repeated = 0;
  /** Connections that were refused because the network was cut. */
  refused = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, answer) => {
      this.#pass(incoming, answer).catch(() => answer.destroy());
    });
    this.#server.on('connection', (socket) => {
      if (!this.#isCut) return;
      this.refused += 1;
      socket.destroy();
    });
  }

  static async before(target: string): Promise<BadNetwork> {
    const network = new BadNetwork(target);
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.#isCut = true;
    this.#server.closeAllConnections();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    // Each end must learn that the other one is gone.
    const gone = new AbortController();
    answer.once('close', () => gone.abort());
    const { status, headers, body } = await this.#send(incoming, whole, gone.signal);
    if (this.repeatsPosts && incoming.url?.endsWith('/events')) {
      await this.#held?.();
      this.#held = async () => {
        this.repeated += 1;
        await this.#send(incoming, whole);
      };
    }
    answer.writeHead(status, headers);
    answer.end(body);
  }

  #send({ method, url, headers }: IncomingMessage, body: Buffer, signal?: AbortSignal) {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const { hostname, port } = this.#target;
      const sent = request(
        { hostname, port, method, path: url, headers, ...(signal ? { signal } : {}) },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const { connection, 'transfer-encoding': inPieces, ...kept } = response.headers;
            resolve({ status: response.statusCode ?? 502, headers: kept, body: Buffer.concat(chunks) });
          });
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }
}
