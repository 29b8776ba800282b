import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ForwardProxy, forwardProxy } from '../../../test/support/forwardProxy.ts';
import { type GitServer, gitServer } from '../../../test/support/gitServer.ts';
import { AgentBench } from './agentBench.ts';
import { agentMain } from './agentMain.ts';
import { AgentServiceUnderTest } from './agentServiceUnderTest.ts';

const picture = 'not really a picture';
const oid = createHash('sha256').update(picture).digest('hex');
const token = 'token-of-northwind';
/** Writes the result of a test for each thing that it looks at. */
const command = `
const { readFileSync, writeFileSync } = require('node:fs');
const { HTTP_PROXY, http_proxy, NO_PROXY, no_proxy } = process.env;
const tests = {
  'has the picture': readFileSync('image.png', 'utf8') === '${picture}',
  'has a proxy': HTTP_PROXY !== undefined && HTTP_PROXY === http_proxy,
  'reaches this machine directly': NO_PROXY === no_proxy && NO_PROXY === 'localhost,127.0.0.1,::1,intern.example.test',
};
const cases = Object.entries(tests).map(([name, ok]) => '<testcase name="' + name + '">' + (ok ? '' : '<failure/>') + '</testcase>');
writeFileSync('results.xml', '<testsuite>' + cases.join('') + '</testsuite>');
`;

describe('an agent behind a proxy', () => {
  const bench = new AgentBench();
  const folder = mkdtempSync(join(tmpdir(), 'assay-agent-proxy-'));
  const service = new AgentServiceUnderTest();
  let server: GitServer;
  let proxy: ForwardProxy;
  let agent: ChildProcess;
  beforeAll(async () => {
    await service.listen();
    server = await gitServer(token, { 'a.txt': 'a' });
    await server.add('pictures', {
      'image.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${picture.length}\n`,
      '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
      'package.json': '{}',
      'look.js': command,
    });
    server.lfs = new Map([[oid, picture]]);
    // Its contents are at another address, which is this machine.
    server.lfsFault = { header: { authorization: `Bearer ${token}` } };
    const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
    proxy = await forwardProxy({ 'assay.example.test': portOf(service), 'git.example.test': portOf(server) });
    const args = ['--dir', folder, '--url', 'http://assay.example.test', '--capacity', '1'];
    agent = spawn(process.execPath, [agentMain, ...args], {
      env: {
        PATH: process.env.PATH,
        ASSAY_LOG_LEVEL: 'silent',
        ASSAY_AGENT_TOKEN: service.token,
        HTTP_PROXY: proxy.url,
        no_proxy: 'intern.example.test',
      },
      stdio: 'ignore',
    });
  });
  afterAll(async () => {
    agent.kill('SIGKILL');
    await service.close();
    await Promise.all([proxy.stop(), server.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('reaches service, repository and files of Git LFS through it, and tests have it', async () => {
    const gitUrl = `http://ada:${token}@git.example.test/northwind/pictures.git`;
    const order = bench.order({
      gitUrl,
      testingFramework: 'Other',
      testCommand: 'node look.js',
      resultFiles: ['results.xml'],
    });
    service.startRun(order);
    await service.untilRunEnded(order.testRunId);
    const events = service.unitsOf(order.testRunId).flatMap((unit) => unit.events);
    const finished = events.flatMap((event) => (event.type === 'testFinished' ? [event.status] : []));
    expect(service.unitsOf(order.testRunId).map(({ problem }) => problem)).toEqual([null, null]);
    expect(finished).toEqual(['PASS', 'PASS', 'PASS']);
    const kinds = [
      /^POST http:\/\/assay\.example\.test\/api\/.*claim/,
      /^POST http:\/\/assay\.example\.test\/api\/.*events/,
      /^GET http:\/\/git\.example\.test\/northwind\/pictures\.git\/info\/refs/,
      /^POST http:\/\/git\.example\.test\/northwind\/pictures\.git\/info\/lfs\/objects\/batch/,
    ];
    for (const kind of kinds) expect(proxy.asked).toContainEqual(expect.stringMatching(kind));
  });
});
