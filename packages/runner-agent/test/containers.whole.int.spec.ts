import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LeaseId } from '@assay/contract';
import { ContainedBench } from './containedBench.ts';
import { FakeEngines } from './fakeEngines.ts';

const nodeImage = 'docker.io/library/node:22.17.1-bookworm';
const steps = `
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const { Given } = require('@cucumber/cucumber');
Given('it tells', function () {
  console.log('token', process.env.TOKEN, 'key', JSON.stringify(process.env.KEY), process.env.IMAGE_SAYS);
  console.log('file', fs.readFileSync(process.env.KEYFILE, 'utf8'));
  console.log('names', Object.keys(process.env).join(' '));
  fs.writeFileSync('shot.txt', 'from within');
  console.log('[[ATTACHMENT|shot.txt]]');
});
Given('it looks outside', () => {
  const link = process.cwd() + '/passwd.txt';
  fs.symlinkSync('/etc/passwd', link);
  const files = [link, '/etc/hostname'].map((path) => ({ path, name: path, mediaType: null }));
  const forged = { t: 'end', key: 'features/contained.feature:2', status: 'PASS', willRetry: false, timedOut: false };
  const rest = { durationMs: 1, error: null, stack: null, output: 'forged', files };
  fs.appendFileSync(process.env.ASSAY_CHANNEL, JSON.stringify({ ...forged, ...rest }) + '\\n');
});
Given('it dies', () => process.kill(process.pid, 'SIGKILL'));
`;

describe('test processes in containers (against a fake of the command line of docker and podman)', () => {
  let bench: ContainedBench;
  let engines: FakeEngines;
  beforeEach(async () => {
    engines = new FakeEngines([nodeImage]);
    bench = await ContainedBench.listen(steps, engines.environment);
  });
  afterEach(async () => {
    await bench.close();
    engines.remove();
  });

  it('set-up, listing and tests run in containers, with everything tests need and nothing of the agent', async () => {
    bench.start(['--isolate', 'docker', '--container-memory-mb', '2048']);
    const key = "it's line one of a key\nand line two of it";
    const variables = [
      { key: 'TOKEN', value: 's3cr3t-value', encrypted: true, file: false },
      { key: 'KEY', value: key, encrypted: false, file: false },
      { key: 'KEYFILE', value: 'contents of a secret file', encrypted: true, file: true },
      { key: 'LD_PRELOAD', value: '', encrypted: false, file: false },
    ];
    const order = bench.orderOf(
      ['it tells'],
      { variables },
      { installCommand: 'node -e "console.log(process.cwd())"' },
    );
    const finals = await bench.run(order);
    const tells = finals.get('it tells');
    expect(tells).toMatchObject({ status: 'PASS', artifacts: [{ name: 'shot.txt', size: 11 }] });
    expect(tells?.output).toContain(`token *** key ${JSON.stringify(key)} hello`);
    expect(tells?.output).toContain('file ***');
    expect(tells?.output).not.toMatch(/ASSAY_AGENT_TOKEN|FAKE_ENGINE/);
    expect(bench.service.logs.get(`${order.testRunId}/setup`)).toContain(
      `The tests run in containers of ${nodeImage} (docker 27.3.1).`,
    );
    expect(bench.service.agents[0]?.capabilities).toEqual({
      chrome: null,
      nodejs: null,
      python: null,
      java: null,
      dotnet: null,
      containers: 'docker 27.3.1',
    });

    // 1. Image inspection, install command, list, test: each in a container, all of them removed.
    const runs = engines.callsOf('run');
    expect(runs).toHaveLength(4);
    expect(engines.containers).toEqual([]);
    for (const { args } of runs) {
      expect(args).toEqual(
        expect.arrayContaining(['--memory=2048m', '--pids-limit=4096', '--cap-drop=ALL', nodeImage]),
      );
    }
    // 2. Every user of the machine can read the arguments of the engine's client.
    expect(JSON.stringify(engines.calls)).not.toMatch(/s3cr3t-value|contents of a secret|line two of it/);
    expect(JSON.stringify(engines.calls)).not.toContain(bench.service.token);
    // 3. The agent's folder itself, with its id and other projects, is not mounted, nor are its parents.
    const mounted = runs.flatMap(({ args }) => args.flatMap((each) => /source=([^,]*)/.exec(each)?.[1] ?? []));
    expect(mounted.filter((path) => bench.workDir === path || bench.workDir.startsWith(`${path}/`))).toEqual([]);
    // 4. Only the agent's user could read the variables' file, and it is gone.
    const left = readdirSync(join(bench.workDir, 'workspaces', order.testRunId)).filter((name) => name.endsWith('.sh'));
    expect(left).toEqual([]);
  });

  it.each([
    [
      'Playwright' as const,
      /^mcr\.microsoft\.com\/playwright:v1\.\d+\.\d+-noble$/,
      {
        'a.spec.ts':
          "import { test } from '@playwright/test';\ntest('adds', () => { console.log('sum of', process.env.IMAGE_SAYS); });",
      },
    ],
    [
      'PyTest' as const,
      /^docker\.io\/library\/python:3\.\d+\.\d+-bookworm$/,
      { 'test_a.py': "import os\ndef test_adds():\n    print('sum of', os.environ['IMAGE_SAYS'])\n" },
    ],
  ])(
    '%s tests run in the image that they need, with their begin and end reported',
    async (testingFramework, image, files) => {
      bench.start(['--isolate', 'docker']);
      const order = bench.order({ gitUrl: bench.repository(files), testingFramework });
      const finals = [...(await bench.run(order)).values()];
      expect(bench.problemOf(order)).toBeNull();
      expect(finals).toMatchObject([{ status: 'PASS', output: expect.stringContaining('sum of hello') }]);
      const events = bench.service.unit(`${order.testRunId}.1.1` as LeaseId).events.map(({ type }) => type);
      expect(events).toEqual(['testStarted', 'testFinished', 'unitCompleted']);
      const images = engines.callsOf('run').map(({ args }) => args[args.indexOf('--entrypoint') + 2]);
      expect(images.length).toBeGreaterThan(2);
      for (const each of images) expect(each).toMatch(image);
    },
  );

  it('a link that leads out of the run is not taken, and a killed process is reported by its signal', async () => {
    bench.start(['--isolate', 'docker']);
    const order = bench.orderOf(['it looks outside', 'it dies']);
    const finals = await bench.run(order);
    const looks = finals.get('it looks outside');
    expect(looks).toMatchObject({ output: expect.stringContaining('forged'), artifacts: [] });
    expect(looks?.output?.match(/lies outside of what the tests may show/g)).toHaveLength(2);
    expect(finals.get('it dies')?.error).toBe('The test process ended (signal SIGKILL) before this test finished.');
  });

  it('a missing image is pulled, and one that cannot be pulled is named', async () => {
    bench.start([
      '--isolate',
      'docker',
      '--image',
      'browsers=example.org/missing:1',
      '--image',
      'registry.example.org/own:2',
    ]);
    const named = (value: string) => ({ key: 'ASSAY_IMAGE', value, encrypted: false, file: false });
    const file = { key: 'KEYFILE', value: '-', encrypted: false, file: true };
    const [own, missing, option] = [
      bench.orderOf(['it tells'], { variables: [file] }),
      bench.orderOf(['it tells'], { variables: [file, named('example.org/missing:1')] }),
      bench.orderOf(['it tells'], { variables: [file, named('--privileged')] }),
    ];
    expect((await bench.run(own)).get('it tells')?.status).toBe('PASS');
    expect(bench.service.logs.get(`${own.testRunId}/setup`)).toContain(
      'Downloaded newer image for registry.example.org/own:2',
    );
    await bench.run(missing);
    expect(bench.problemOf(missing)).toMatchObject({
      code: 'image.notFound',
      message: expect.stringContaining('pull access denied for example.org/missing:1'),
    });
    await bench.run(option);
    expect(bench.problemOf(option)).toMatchObject({
      code: 'image.notFound',
      message: expect.stringContaining('ASSAY_IMAGE'),
    });
  });

  it("a container that cannot be started is reported in the engine's words", async () => {
    bench.start(['--isolate', 'docker']);
    const order = bench.orderOf(
      ['it tells'],
      {},
      { installCommand: `node -e "fs.writeFileSync('${engines.images}', '')"` },
    );
    await bench.run(order);
    expect(bench.problemOf(order)).toMatchObject({
      code: 'list.failed',
      message: expect.stringContaining(
        `the container did not start: docker: Unable to find image ${nodeImage} locally`,
      ),
    });
  });

  it('podman is used where only it exists, and maps the agent to itself', async () => {
    engines.goDown('docker');
    const { said } = bench.start([], { ...engines.environment, ASSAY_ISOLATE: 'auto' });
    const order = bench.orderOf(['it tells'], {
      variables: [{ key: 'KEYFILE', value: '-', encrypted: false, file: true }],
    });
    expect((await bench.run(order)).get('it tells')?.status).toBe('PASS');
    expect(said.all).toContain('tests run in containers');
    expect(engines.callsOf('run').map(({ engine }) => engine)).toEqual(['podman', 'podman', 'podman']);
  });

  it('an engine that answers and cannot start containers is passed over, and log and agent say why', async () => {
    engines.confine('docker', 'podman');
    engines.goDown('docker');
    const { said } = bench.start(['--isolate', 'docker,podman,none']);
    await bench.service.until(() => bench.service.agents.length > 0, 'the agent to join');
    const why = 'podman 5.2.2 answers, but cannot start containers (podman: OCI runtime error: setrlimit';
    expect(said.all).toContain(why);
    const { capabilities } = bench.service.agents[0] ?? {};
    expect(capabilities?.isolationDefect).toContain(why);
    // That docker is not running is no defect of the machine.
    expect(capabilities?.isolationDefect).not.toContain('docker');
    expect(capabilities?.containers).toBeUndefined();
    expect(engines.containers).toEqual([]);

    const alone = bench.start(['--isolate', 'podman'], {}, join(bench.folder, 'alone'));
    expect(await alone.ended).toBe(1);
    expect(alone.said.all).toContain(`Tests cannot be isolated: ${why}`);
  });

  it('without either, plain processes are used where they are allowed, and the log says so', async () => {
    engines.goDown('docker', 'podman');
    const { said } = bench.start(['--isolate', 'docker,podman,none']);
    const order = bench.orderOf(['it tells'], {
      variables: [{ key: 'KEYFILE', value: '-', encrypted: false, file: true }],
    });
    expect((await bench.run(order)).get('it tells')?.status).toBe('PASS');
    expect(said.all).toMatch(
      /docker cannot be used \(docker: Cannot connect.*podman cannot be used \(podman: Cannot connect/,
    );
    expect(said.all).toContain('tests run as this agent');
    expect(bench.service.agents[0]?.capabilities.containers).toBeUndefined();
    expect(engines.callsOf('run')).toEqual([]);
  });

  it('the agent does not start without the requested engine', async () => {
    engines.goDown('docker', 'podman');
    const down = bench.start(['--isolate', 'docker']);
    expect(await down.ended).toBe(1);
    expect(down.said.all).toMatch(/^Tests cannot be isolated: .*docker cannot be used \(docker: Cannot connect.*\n$/);
    const none = bench.start(['--isolate', 'podman']);
    expect(await none.ended).toBe(1);
    expect(none.said.all).toMatch(/^Tests cannot be isolated: .*podman cannot be used .* without --isolate\.\n$/);
    expect(bench.service.agents).toEqual([]);
  });

  it('wrong settings are refused in a sentence', async () => {
    const { said, ended } = bench.start(['--isolate', 'lxc']);
    expect(await ended).toBe(1);
    expect(said.all).toMatch(
      /^--isolate must be auto, or one or more of docker, podman, bubblewrap, user, none\.\nUsage/,
    );
  });
});
