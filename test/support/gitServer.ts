import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What is asked of the service beside git. */
export type ServiceRequest = { method: string; path: string; token: string | null; body: string };

export type GitServer = {
  url: string;
  /** Of the repository `northwind/shop`. */
  repositoryUrl: string;
  commit: string;
  /** What came in beside git. */
  asked: ServiceRequest[];
  /** The status that it answers with from now on, and a body. */
  answer: number;
  body: unknown;
  /** In place of these, for what it is about; null: it is not. */
  reply: (request: ServiceRequest) => { status: number; body: unknown } | null;
  /** Contents of files that it has by Git LFS (batch API, transfer "basic"), by their SHA-256. */
  lfs: Map<string, string>;
  /** What is wrong with its answers about these: transfers end after half of the content; headers to send. */
  lfsFault: { cut?: boolean; header?: Record<string, string> };
  /** Adds another private repository, with submodules by their path. @returns its commit */
  add(
    name: string,
    files: Readonly<Record<string, string>>,
    submodules?: Readonly<Record<string, { url: string; commit: string }>>,
  ): Promise<string>;
  /** Pushes a file to the default branch. @returns the new commit */
  push(name: string, text: string): Promise<string>;
  stop(): Promise<void>;
};

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();
}

/**
 * Hands a request to git's own server (git-http-backend, a CGI program).
 * @param root the folder of the repositories
 */
export function serveGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.stdout.on('end', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(/: (.*)/s));
    const status = headers.find(([name]) => name === 'Status')?.[1];
    response.writeHead(
      status ? Number.parseInt(status, 10) : 200,
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.end(all.subarray(end + 4));
  });
}

/** @returns the password of `Authorization: Basic` or the token of `Bearer` */
function tokenOf({ headers: { authorization = '' } }: IncomingMessage): string | null {
  const [kind, value = ''] = authorization.split(' ');
  if (kind === 'Bearer') return value;
  return kind === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[1] ?? null) : null;
}

/**
 * A git service on loopback with one private repository, which real git reads by http with a token. Whatever else is
 * asked is kept, and answered with one status.
 * @param token that is valid, or what says which one is at that moment; null: none
 */
export async function gitServer(
  token: string | (() => string | null),
  files: Readonly<Record<string, string>>,
): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'assay-git-'));
  git(root, 'init', '--quiet', '--initial-branch=main', 'work');
  const work = join(root, 'work');
  for (const [name, text] of Object.entries(files)) await writeFile(join(work, name), text);
  git(work, 'add', '.');
  git(work, 'commit', '--quiet', '-m', 'Begin');
  git(root, 'clone', '--quiet', '--bare', 'work', 'northwind/shop.git');
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.includes('/info/lfs/')) return serveLfs(request, response);
    if (path.startsWith('/northwind/')) {
      if (tokenOf(request) === (typeof token === 'string' ? token : token())) return serveGit(root, request, response);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' });
      return response.end();
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const asked = { method: request.method ?? '', path, token: tokenOf(request), body };
      serving.asked.push(asked);
      const { answer: status, body: usual } = serving;
      const reply = serving.reply(asked) ?? { status, body: usual };
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  function serveLfs(request: IncomingMessage, response: ServerResponse): void {
    if (tokenOf(request) !== (typeof token === 'string' ? token : token())) {
      response.writeHead(401, { 'lfs-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const object = /\/objects\/([0-9a-f]{64})$/.exec(request.url ?? '')?.[1];
    if (object !== undefined) {
      const content = serving.lfs.get(object) ?? '';
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': content.length });
      if (!serving.lfsFault.cut) response.end(content);
      else response.write(content.slice(0, content.length / 2), () => response.destroy());
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked: { objects: { oid: string; size: number }[] } = JSON.parse(Buffer.concat(chunks).toString());
      const objects = asked.objects.map(({ oid, size }) =>
        serving.lfs.has(oid)
          ? {
              oid,
              size,
              actions: {
                download: { href: `${url}/northwind/info/lfs/objects/${oid}`, header: serving.lfsFault.header },
              },
            }
          : { oid, size, error: { code: 404, message: 'Object does not exist' } },
      );
      response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(JSON.stringify({ transfer: 'basic', objects, hash_algo: 'sha256' }));
    });
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const url = `http://127.0.0.1:${address.port}`;
  const serving: GitServer = {
    url,
    repositoryUrl: `${url}/northwind/shop.git`,
    commit: git(work, 'rev-parse', 'HEAD'),
    asked: [],
    answer: 201,
    body: {},
    reply: () => null,
    lfs: new Map(),
    lfsFault: {},
    add: async (name, files, submodules = {}) => {
      const from = join(root, `work-${name}`);
      git(root, 'init', '--quiet', '--initial-branch=main', from);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(from, path)), { recursive: true });
        await writeFile(join(from, path), text);
      }
      for (const [path, { url: its, commit }] of Object.entries(submodules)) {
        for (const [key, value] of Object.entries({ path, url: its }))
          git(from, 'config', '--file', '.gitmodules', `submodule.${path}.${key}`, value);
        git(from, 'update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
      }
      git(from, 'add', '--ignore-removal', '.');
      git(from, 'commit', '--quiet', '-m', `Begin ${name}`);
      git(from, 'tag', '--annotate', '-m', 'First', 'v1.2.3');
      git(root, 'clone', '--quiet', '--bare', from, `northwind/${name}.git`);
      return git(from, 'rev-parse', 'HEAD');
    },
    push: async (name, text) => {
      await writeFile(join(work, name), text);
      git(work, 'add', '.');
      git(work, 'commit', '--quiet', '-m', `Change ${name}`);
      git(work, 'push', '--quiet', join(root, 'northwind/shop.git'), 'main');
      return git(work, 'rev-parse', 'HEAD');
    },
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await rm(root, { recursive: true, force: true });
    },
  };
  return serving;
}
