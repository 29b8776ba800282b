import { createServer, type RequestListener, type Server } from 'node:http';
import type { ErrorBody } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { pino } from 'pino';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const secret = 'internal host db-7.corp.example says that it is away';
const ofServer = /internal host|db-7\.corp/;

/** A line of git's protocol: its length in hex, and its text. */
const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

/** The ways in which a git client is told something: each is shown by git itself. */
const answers: Record<string, RequestListener> = {
  "an error in git's own protocol": (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
    response.end(`${line('# service=git-upload-pack\n')}0000${line(`ERR ${secret}\n`)}`);
  },
  'a text with an error': (_, response) => {
    response.writeHead(503, secret, { 'content-type': 'text/plain' }).end(secret);
  },
  'a text in place of a repository': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`${secret}\n`);
  },
  'another address': ({ headers }, response) => {
    const location = `http://${headers.host}/${encodeURIComponent(secret)}/shop.git/info/refs`;
    response.writeHead(302, { location }).end(secret);
  },
  'a question for a password': (_, response) => {
    response
      .writeHead(401, { 'www-authenticate': `Basic realm="${secret}"`, 'content-type': 'text/plain' })
      .end(secret);
  },
};

describe('a server that answers git with a text of its own', () => {
  let api: ApiUnderTest;
  let server: Server;
  let serverUrl: string;
  let asked: number;
  let answer: RequestListener;
  const logged: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on a port');
    serverUrl = `http://127.0.0.1:${address.port}`;
    api = await startApi({ guard: openOutgoingGuard(['127.0.0.1']), gitProtocols: ['http', 'https'] });
    api.app.log.level = 'trace';
    Reflect.set(api.app.log, pino.symbols.streamSym, { write: (text: string) => void logged.push(text) });
  });
  afterAll(async () => {
    await api.stop();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it.each(Object.keys(answers))('is not quoted to anybody: %s', async (name) => {
    asked = 0;
    answer = answers[name] ?? answer;
    // An address of its own, as answers are kept.
    const gitUrl = `${serverUrl}/${encodeURIComponent(name)}.git`;
    const body = {
      name,
      key: `key-${Object.keys(answers).indexOf(name)}`,
      defaultBranch: 'main',
      testingFramework: 'Playwright',
    };
    const { id } = await api.done('POST', '/projects', { body: { ...body, gitUrl } });
    const without = await api.done('POST', '/projects', { body: { ...body, name: `${name} 2`, key: `${body.key}-2` } });
    const before = await api.eventLog.head();
    const told = [
      await api.call<ErrorBody>('GET', `/projects/${id}/branches`),
      await api.call<ErrorBody>('GET', `/projects/${id}/commits`),
      await api.call<ErrorBody>('GET', `/projects/${id}/commits/abcdef0`),
      await api.call<ErrorBody>('POST', '/projects/proposals', { body: { gitUrl } }),
      await api.call<ErrorBody>('POST', `/projects/${without.id}/attach-test-code`, { body: { gitUrl } }),
    ];
    expect(asked).toBeGreaterThanOrEqual(told.length);
    for (const { status, body: refusal, headers } of told) {
      expect([status, refusal.code]).toEqual([409, 'git.unreachable']);
      expect(JSON.stringify([refusal, headers])).not.toMatch(ofServer);
    }
    // Nothing was recorded, and what was logged says no more.
    expect(await api.eventLog.head()).toEqual(before);
    expect(logged.join('')).toContain('attach-test-code');
    expect([...logged, ...api.securityLines].filter((line) => ofServer.test(line))).toEqual([]);
  });
});
