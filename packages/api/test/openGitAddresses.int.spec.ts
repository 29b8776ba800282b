import { createServer, type LookupFunction, type Server } from 'node:net';
import type { DeployKeyView, ErrorBody, RepositoryProposals } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { commandLinesWith } from '../../../test/support/commandLines.ts';
import { freePort } from '../../../test/support/freePort.ts';
import { type GitServer, gitServer } from '../../../test/support/gitServer.ts';
import { receivingServer } from '../../../test/support/receivingServer.ts';
import { hasSsh, type SshGitServer, sshGitServer } from '../../../test/support/sshGitServer.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const files = { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) };
const gitProtocols = ['http', 'https', 'ssh', 'git'];

/** A labelled fake of the system's resolver: each name of `.example.com` means the address of this machine. */
const namesOfThisMachine: LookupFunction = (host, _options, callback) => {
  if (host.endsWith('.example.com')) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
};

describe('addresses of repositories where everybody can register', () => {
  let api: ApiUnderTest;
  let listening: Server;
  let open = 0;
  let closed = 0;
  let connections = 0;
  beforeAll(async () => {
    listening = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      listening.listen(0, '127.0.0.1', () => resolve());
    });
    const address = listening.address();
    if (address !== null && typeof address === 'object') open = address.port;
    closed = await freePort();
    const guard = openOutgoingGuard([], { resolve: namesOfThisMachine });
    api = await startApi({ guard, registration: { isOpen: true }, gitProtocols });
  });
  afterAll(async () => {
    await api.stop();
    await new Promise((resolve) => {
      listening.close(resolve);
    });
  });

  /** The answers of all calls that take an address, without what is in it. */
  async function answersTo(gitUrl: string): Promise<object[]> {
    const settings = { gitUrl, defaultBranch: 'main', testingFramework: 'Playwright' };
    const deployKeys = /^(ssh|git@)/.test(gitUrl) ? ['/deploy-keys'] : [];
    const answers = [
      await api.call<ErrorBody>('POST', '/projects', { body: { name: 'Shop', key: 'shop', ...settings } }),
      await api.call<ErrorBody>('POST', '/projects/proposals', { body: { gitUrl } }),
      await api.call<ErrorBody>('POST', '/project-trials', { body: settings }),
      ...(await Promise.all(deployKeys.map((path) => api.call<ErrorBody>('POST', path, { body: { gitUrl } })))),
    ];
    return answers.map(({ status, body: { code, message, errors } }) => ({ status, code, message, errors }));
  }

  it.each([
    'http://127.0.0.1:PORT/shop.git',
    'http://localhost.example.com:PORT/shop.git',
    'http://2130706433:PORT/shop.git',
    'http://[::ffff:127.0.0.1]:PORT/shop.git',
    'http://169.254.169.254:PORT/latest',
    'ssh://git@127.1:PORT/shop.git',
    'ssh://git@[::1]:PORT/shop.git',
    'ssh://git@hooks.example.com:PORT/shop.git',
    'git://127.0.0.1:PORT/shop.git',
    'git@127.0.0.1:PORT/shop.git',
  ])('refuse %s with one answer, whether something listens there or not', async (pattern) => {
    const refusal = { errors: [{ field: 'gitUrl', message: 'Repositories of that host are not allowed here.' }] };
    for (const port of [open, closed]) {
      for (const answer of await answersTo(pattern.replace('PORT', String(port)))) {
        expect(answer).toMatchObject({ status: 400, code: 'request.invalid', ...refusal });
      }
    }
    expect(connections).toBe(0);
  });

  it('are not read for a project of before either, and answer alike there', async () => {
    const before = await startApi({ gitProtocols });
    try {
      const body = { name: 'Shop', key: 'shop', defaultBranch: 'main', testingFramework: 'Playwright' };
      const ids = [];
      for (const port of [open, closed]) {
        const gitUrl = `http://127.0.0.1:${port}/shop.git`;
        ids.push(
          (await before.done('POST', '/projects', { body: { ...body, key: `shop-${port}`, gitUrl, name: `${port}` } }))
            .id,
        );
      }
      const guard = openOutgoingGuard([]);
      const gitAddresses = { protocols: gitProtocols, hosts: null, localFolders: ['/'], guard, proxies: guard.proxies };
      const opened = await before.another({ outgoingGuard: guard, gitAddresses });
      for (const id of ids) {
        const { status, body: refusal } = await opened.call<ErrorBody>('GET', `/projects/${id}/branches`);
        expect([status, refusal.code]).toEqual([409, 'git.unreachable']);
        expect(refusal.message).toContain('Repositories of that host are not allowed here.');
      }
      expect(connections).toBe(0);
    } finally {
      await before.stop();
    }
  });

  it('say that nothing answers for a name that means nothing', async () => {
    const body = { gitUrl: 'https://nowhere.example.org/shop.git' };
    const { status, body: answer } = await api.call<ErrorBody>('POST', '/projects/proposals', { body });
    expect([status, answer.code]).toEqual([409, 'git.unreachable']);
    expect(answer.message).toContain('Its host does not answer.');
  });
});

describe('a repository where everybody can register', () => {
  let api: ApiUnderTest;
  let server: GitServer;
  let sshServer: SshGitServer;
  /** Command lines with the token, seen during requests. */
  const shown: string[] = [];
  beforeAll(async () => {
    // Git waits for the answer meanwhile.
    const token = () => {
      if (process.platform === 'linux') shown.push(...commandLinesWith('t0ken'));
      return 't0ken';
    };
    [server, sshServer] = await Promise.all([gitServer(token, files), sshGitServer(files)]);
    // What the operator allows is read; the names are known to the guard alone, so only it can have told git where.
    const guard = openOutgoingGuard(['127.0.0.1'], { resolve: namesOfThisMachine });
    api = await startApi({ guard, registration: { isOpen: true }, gitProtocols });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([server.stop(), sshServer.stop()]);
  });
  const look = (gitUrl: string) =>
    api.call<RepositoryProposals & ErrorBody>('POST', '/projects/proposals', { body: { gitUrl } });

  it('is read by http from the very address that was checked', async () => {
    const url = server.repositoryUrl.replace('http://127.0.0.1', 'http://ada:t0ken@git.example.com');
    const { body } = await look(url);
    expect(body).toMatchObject({ branch: 'main', commit: server.commit });
    expect(shown).toEqual([]);
  });

  (hasSsh ? it : it.skip)('is read by ssh from the very address that was checked (needs ssh)', async () => {
    const gitUrl = sshServer.repositoryUrl.replace('127.0.0.1', 'git.example.com');
    await api.done('POST', '/deploy-keys', { body: { gitUrl } });
    const [key] = (await api.call<DeployKeyView[]>('GET', '/deploy-keys')).body;
    sshServer.allowed.push(key?.publicKey ?? '');
    expect((await look(gitUrl)).body).toMatchObject({ branch: 'main', commit: sshServer.commit });
  });

  it('is not read where its server redirects', async () => {
    const moved = await receivingServer();
    const readable = server.repositoryUrl.replace('http://', 'http://ada:t0ken@');
    moved.reply = ({ path }) => ({ status: 302, headers: { location: `${readable}${path.replace('/shop.git', '')}` } });
    const { port } = new URL(moved.url);
    const { status, body } = await look(`http://git.example.com:${port}/shop.git`);
    expect([status, body.code]).toEqual([409, 'git.unreachable']);
    expect(moved.received).toHaveLength(1);
    await moved.stop();
  });
});
