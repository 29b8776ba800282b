import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Order = Type.Object({
  Image: Type.String(),
  Entrypoint: Type.Array(Type.String()),
  Cmd: Type.Array(Type.String()),
  WorkingDir: Type.String(),
  Labels: Type.Record(Type.String(), Type.String()),
});

type Container = {
  name: string;
  image: string;
  command: string[];
  directory: string;
  labels: Record<string, string>;
  child: ChildProcess | null;
  attached: Duplex[];
  waiting: ServerResponse[];
};

/**
 * A fake of docker's daemon that speaks its HTTP protocol on a socket, as far as `docker run` and similar commands need
 * it. The command of a container runs as a process of this machine: nothing is isolated.
 */
export class FakeDaemon {
  readonly socket: string;
  /** The requests in order, without those that a client always makes. */
  readonly asked: { path: string; body: unknown }[] = [];
  readonly images: string[];
  readonly #containers = new Map<string, Container>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(socket: string, images: readonly string[] = []) {
    this.socket = socket;
    this.images = [...images];
    this.#server.on('upgrade', (request, stream) => this.#attach(request, stream));
  }

  /** Names of the existing containers. */
  get containers(): string[] {
    return [...this.#containers.keys()];
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.socket, resolve));
  }

  async close(): Promise<void> {
    for (const name of this.containers) signalTree(name, 'SIGKILL');
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes: Buffer[] = [];
    for await (const chunk of request) bytes.push(chunk);
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '');
    response.setHeader('Api-Version', '1.47');
    response.setHeader('Content-Type', 'application/json');
    const send = (status: number, body?: unknown) => {
      response.statusCode = status;
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    if (path === '/_ping') return send(200);
    if (path === '/info') return send(200, { ServerVersion: '27.3.1', SecurityOptions: ['name=rootless'] });
    if (path.startsWith('/images/create?')) {
      const { searchParams } = new URL(path, 'http://daemon');
      this.images.push(searchParams.get('repo') ?? '');
      return send(200, { status: 'sha256:of-what-was-imported' });
    }
    const body: unknown = bytes.length === 0 ? null : JSON.parse(Buffer.concat(bytes).toString('utf8'));
    this.asked.push({ path, body });
    const url = new URL(path, 'http://daemon');
    const image = /^\/images\/(.+)\/json$/.exec(url.pathname)?.[1];
    if (image) return this.images.includes(image) ? send(200, { Id: `sha256:of-${image}` }) : send(404, missing);
    if (url.pathname === '/containers/create') return send(...this.#create(url.searchParams.get('name') ?? '', body));
    if (url.pathname === '/containers/json') return send(200, this.#listed(url.searchParams.get('filters') ?? '{}'));
    const [, name = '', what] = /^\/containers\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const container = this.#containers.get(name);
    if (!container) return send(404, missing);
    if (what === 'start') return send(...this.#start(container));
    if (what === 'wait') {
      container.waiting.push(response);
      return response.flushHeaders();
    }
    if (what === 'kill') signalTree(name, signalNamed(url.searchParams.get('signal')));
    if (what === 'stop') await this.#stop(container, Number(url.searchParams.get('t')) * 1000);
    if (what === undefined) {
      signalTree(name, 'SIGKILL');
      if (!container.child) this.#containers.delete(name);
    }
    send(204);
  }

  #create(name: string, body: unknown): [number, unknown] {
    if (!Value.Check(Order, body)) return [400, { message: 'not an order for a container' }];
    if (!this.images.includes(body.Image)) return [404, { message: `No such image: ${body.Image}` }];
    const command = [...body.Entrypoint, ...body.Cmd];
    const { Image: image, WorkingDir: directory, Labels: labels } = body;
    this.#containers.set(name, { name, image, command, directory, labels, child: null, attached: [], waiting: [] });
    return [201, { Id: name, Warnings: [] }];
  }

  #listed(filters: string): object[] {
    const wanted = Object.keys((JSON.parse(filters) as { label?: Record<string, boolean> }).label ?? {});
    const has = ({ labels }: Container) =>
      wanted.every((text) => labels[text.split('=')[0] ?? ''] === text.split('=')[1]);
    const row = { Names: [], Command: '', Created: 0, Status: '', State: 'running', Ports: [], Mounts: [] };
    return [...this.#containers.values()].filter(has).map(({ name, image }) => ({ ...row, Id: name, Image: image }));
  }

  #attach(request: IncomingMessage, stream: Duplex): void {
    const name = /containers\/([^/]+)\/attach/.exec(request.url ?? '')?.[1] ?? '';
    stream.on('error', () => stream.destroy());
    stream.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    this.#containers.get(name)?.attached.push(stream);
  }

  #start(container: Container): [number] {
    const { name, directory } = container;
    const [command = '', ...args] = container.command;
    // Like in an image, without the client's environment.
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, IMAGE_SAYS: 'hello', FAKE_CONTAINER: name };
    const child = spawn(command, args, { cwd: directory, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    container.child = child;
    for (const [number, output] of [child.stdout, child.stderr].entries()) {
      output.on('data', (bytes: Buffer) => {
        const header = Buffer.from([number + 1, 0, 0, 0, 0, 0, 0, 0]);
        header.writeUInt32BE(bytes.length, 4);
        for (const stream of container.attached) stream.write(Buffer.concat([header, bytes]));
      });
    }
    child.on('exit', () => signalTree(name, 'SIGKILL'));
    child.on('close', (code, signal) => {
      this.#containers.delete(name);
      for (const stream of container.attached) stream.end();
      const StatusCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      for (const response of container.waiting) response.end(JSON.stringify({ StatusCode }));
    });
    return [204];
  }

  async #stop({ name, child }: Container, graceMs: number): Promise<void> {
    signalTree(name, 'SIGTERM');
    const kill = setTimeout(() => signalTree(name, 'SIGKILL'), graceMs);
    await new Promise((resolve) => (child ? child.once('close', resolve) : resolve(null)));
    clearTimeout(kill);
  }
}

const missing = { message: 'No such thing' };

function signalNamed(given: string | null): NodeJS.Signals {
  const name = `SIG${(given ?? 'KILL').replace(/^SIG/, '')}`;
  if (!(name in constants.signals)) throw new Error(`no signal ${name}`);
  return name as NodeJS.Signals;
}

/** Everything that was started in the container, in any process group. */
function signalTree(container: string, signal: NodeJS.Signals): void {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
      if (environment.includes(`FAKE_CONTAINER=${container}`)) process.kill(Number(id), signal);
    } catch {
      // It has just ended, or belongs to another user.
    }
  }
}
