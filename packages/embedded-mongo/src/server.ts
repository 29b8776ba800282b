import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import { type Credentials, type StoredSecret, storedSecret } from './authentication/scram.ts';
import { Connection } from './connection/connection.ts';
import { CursorRegistry } from './cursor/cursorRegistry.ts';
import { Activity } from './metrics/activity.ts';
import { type MetricsPage, serveMetrics } from './metrics/metricsPage.ts';
import { prometheusText } from './metrics/prometheusText.ts';
import { startBackgroundWork } from './storage/backgroundWork.ts';
import { StartError } from './storage/startError.ts';
import { Store } from './storage/store.ts';

export type ServerOptions = {
  /** Loopback by default. */
  host?: string;
  /** 0 picks any free port. */
  port: number;
  dataDir: string;
  /** Without credentials, every client is accepted. */
  credentials?: Credentials;
  /** Certificate chain and key in PEM; without them the connection is not encrypted. */
  tls?: { cert: string | Buffer; key: string | Buffer };
  /** Serves metrics for Prometheus on this loopback port; 0 picks any free one. */
  metricsPort?: number;
  log?: (line: string) => void;
};

/** The server: one store, its cursors and its connections. */
export class Server {
  readonly store: Store;
  readonly cursors: CursorRegistry;
  readonly log: (line: string) => void;
  readonly secret: StoredSecret | undefined;
  readonly activity = new Activity();
  readonly startedAt = Date.now();
  readonly #connections = new Set<Connection>();
  #lastConnectionId = 0;
  readonly #stopBackground: () => Promise<void>;
  readonly #net: NetServer;
  #metrics: MetricsPage | undefined;

  private constructor(store: Store, net: NetServer, { log = () => undefined, credentials }: ServerOptions) {
    this.store = store;
    this.#net = net;
    this.log = log;
    this.secret = credentials && storedSecret(credentials);
    this.cursors = new CursorRegistry();
    this.#stopBackground = startBackgroundWork(store, log);
    net.on(net instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      const connection = new Connection(socket, this, ++this.#lastConnectionId);
      this.#connections.add(connection);
      this.activity.connectionsMade++;
      socket.on('close', () => this.#connections.delete(connection));
    });
  }

  /** Rejects with a StartError: the folder is in use or too new, the port is taken. */
  static async start(options: ServerOptions): Promise<{ server: Server; port: number }> {
    const store = await Store.open(options.dataDir, options.log ?? (() => undefined));
    const net = options.tls === undefined ? createServer() : createTlsServer(options.tls);
    try {
      const port = await listen(net, options.host ?? '127.0.0.1', options.port);
      if (!isLoopback(options.host) && options.credentials === undefined) {
        options.log?.(`no password is set: everybody who can reach port ${port} of ${options.host} may do everything`);
      }
      const server = new Server(store, net, options);
      if (options.metricsPort !== undefined) {
        server.#metrics = await serveMetrics(options.metricsPort, () => prometheusText(server)).catch(async (error) => {
          await server.stop();
          throw error;
        });
      }
      return { server, port };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  get metricsPort(): number | undefined {
    return this.#metrics?.port;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Closes connections, finishes running writes and closes the store. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#net.close(() => resolve()));
    await this.#metrics?.close();
    this.cursors.killAll();
    for (const connection of this.#connections) connection.close();
    await closed;
    await this.#stopBackground();
    await this.store.close();
  }
}

function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function listen(net: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    net.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError('PORT_TAKEN', `Port ${port} on ${host} is already in use by another program.`)
          : error,
      );
    });
    // Node's default backlog of 511 is too short when a thousand clients connect at once.
    net.listen({ host, port, backlog: 4096 }, () => {
      const address = net.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
