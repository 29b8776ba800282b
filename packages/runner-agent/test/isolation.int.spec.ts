import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { ContainedBench } from './containedBench.ts';
import { imageFor, isolationWays } from './isolationWays.ts';
import type { MadeImage } from './realEngines.ts';

/**
 * What a hostile test tries; each line of its output that begins with 'got' is something that it must not get. What it
 * writes in a sandbox may go into the sandbox's own /tmp, so that is looked for outside.
 */
const steps = `
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Given } = require('@cucumber/cucumber');
const attempt = (what, take) => {
  try {
    const got = take();
    if (got) console.log('got ' + what + ': ' + got);
  } catch {}
};
Given('it attacks', () => {
  const { SERVICE_FOLDER, AGENT_FOLDER } = process.env;
  const key = path.join(SERVICE_FOLDER, 'master.key');
  attempt('the master key', () => fs.readFileSync(key, 'utf8'));
  attempt('a store', () => fs.readdirSync(path.join(SERVICE_FOLDER, 'eventstore')).join());
  attempt('the agent', () => fs.readdirSync(AGENT_FOLDER).includes('spool') && 'listed');
  attempt('', () => fs.writeFileSync(path.join(AGENT_FOLDER, 'agent-id'), 'x'));
  for (const name of ['git', 'spool']) attempt(name, () => fs.readdirSync(path.join(AGENT_FOLDER, name)).join());
  for (const name of ['workspaces', 'projects']) {
    attempt('other ' + name, () => {
      const own = process.cwd() + process.env.HOME;
      return fs.readdirSync(path.join(AGENT_FOLDER, name)).filter((each) => !own.includes(each)).join();
    });
  }
  for (const other of (process.env.OTHERS ?? '').split(':')) {
    attempt('another project', () => fs.readFileSync(other, 'utf8'));
    attempt('another project to write', () => fs.appendFileSync(other, 'x') ?? 'written');
  }
  for (const id of fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
    attempt('an environment', () => {
      const text = fs.readFileSync('/proc/' + id + '/environ', 'utf8');
      return /ASSAY_AGENT_TOKEN=|CANARY=/.exec(text)?.[0];
    });
    attempt('files of a process', () => fs.readFileSync('/proc/' + id + '/root' + key, 'utf8'));
  }
  console.log('tried');
});
Given('it changes the machine', () => {
  const key = path.join(process.env.SERVICE_FOLDER, 'master.key');
  attempt('the service to end', () => process.kill(Number(process.env.SERVICE_PID), 'SIGKILL') && 'killed');
  attempt('the system', () => fs.writeFileSync('/proc/sys/kernel/core_pattern', 'x') ?? 'written');
  attempt('programs', () => fs.appendFileSync('/usr/bin/assay-was-here', 'x') ?? 'written');
  attempt('', () => fs.appendFileSync(path.join(process.env.AGENT_HOME, '.assay-was-here'), 'x'));
  attempt('a link', () => {
    fs.symlinkSync(key, 'stolen.txt');
    console.log('[[ATTACHMENT|stolen.txt]]');
  });
  console.log('tried');
});
Given('it works', () => {
  if (process.env.HOME !== (process.env.WAY === 'bubblewrap' ? os.userInfo().homedir : os.homedir())) throw new Error('no home');
  fs.writeFileSync('shot.txt', 'from within');
  console.log('[[ATTACHMENT|shot.txt]]');
  fs.writeFileSync(path.join(process.env.HOME, 'kept.txt'), 'of this project');
  fs.writeFileSync(path.join(os.tmpdir(), 'temporary.txt'), 'x');
  console.log('file ' + fs.readFileSync(process.env.KEYFILE, 'utf8'), 'variable ' + process.env.TOKEN);
});
Given('it dies', () => process.kill(process.pid, 'SIGKILL'));
`;

describe.each(isolationWays)('tests isolated by %s', (way, usable, needs) => {
  const its = usable ? it : it.skip;
  let image: MadeImage | null = null;
  let bench: ContainedBench;
  let service: ChildProcess;

  beforeAll(async () => {
    if (usable) image = imageFor(way);
    bench = await ContainedBench.listen(steps);
    // As an operator's data folder: others may pass through it.
    chmodSync(bench.folder, 0o711);
    writeFileSync(join(bench.folder, 'master.key'), 'the key', { mode: 0o600 });
    mkdirSync(join(bench.folder, 'eventstore'), { mode: 0o700 });
    writeFileSync(join(bench.folder, 'eventstore', 'chunk-0'), 'events', { mode: 0o600 });
    const environment = { PATH: process.env.PATH, CANARY: 'secret' };
    service = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], { env: environment });
  });
  afterAll(async () => {
    service.kill('SIGKILL');
    await bench.close();
    image?.remove();
  });

  const others = () => {
    const projects = join(bench.workDir, 'projects');
    return readdirSync(projects).map((name) => join(projects, name, 'home', 'kept.txt'));
  };
  const attack = (projectId: string, more: readonly string[] = []) =>
    bench.orderOf(['it attacks', 'it changes the machine'], {
      projectId: projectId as ProjectId,
      variables: Object.entries({
        SERVICE_PID: String(service.pid),
        SERVICE_FOLDER: bench.folder,
        AGENT_FOLDER: bench.workDir,
        AGENT_HOME: homedir(),
        OTHERS: more.join(':'),
      }).map(([key, value]) => ({ key, value, encrypted: false, file: false })),
    });

  its(`run as usual, and get nothing of the service, the agent or other projects (needs ${needs})`, async () => {
    bench.start(['--isolate', way, ...(image === null ? [] : ['--image', image.name])]);
    const work = bench.orderOf(['it works', 'it dies'], {
      projectId: 'project-1' as ProjectId,
      variables: [
        { key: 'TOKEN', value: "it's 1\nline", encrypted: false, file: false },
        { key: 'WAY', value: way, encrypted: false, file: false },
        { key: 'KEYFILE', value: 'of a file', encrypted: false, file: true },
      ],
    });
    const finals = await bench.run(work);
    expect(finals.get('it works')).toMatchObject({
      error: null,
      status: 'PASS',
      artifacts: [{ name: 'shot.txt', size: 11 }],
    });
    expect(finals.get('it works')?.output).toContain("file of a file variable it's 1\nline");
    expect(finals.get('it dies')?.error).toBe('The test process ended (signal SIGKILL) before this test finished.');

    const [kept = ''] = others();
    expect(readFileSync(kept, 'utf8')).toBe('of this project');
    const own = join(bench.workDir, 'workspaces', work.testRunId, 'repository', 'package.json');
    expect(existsSync(own)).toBe(true);
    const agentId = readFileSync(join(bench.workDir, 'agent-id'), 'utf8');
    const order = attack('project-2', [kept, own]);
    const attacks = await bench.run(order);
    for (const name of ['it attacks', 'it changes the machine']) {
      const attack = attacks.get(name);
      expect(attack).toMatchObject({ status: 'PASS', artifacts: [] });
      const lines = attack?.output?.split('\n').filter((line) => /^(got|tried)/.test(line));
      expect(lines).toEqual(['tried']);
    }
    expect(service.exitCode ?? service.signalCode).toBeNull();
    expect(readFileSync(join(bench.workDir, 'agent-id'), 'utf8')).toBe(agentId);
    expect(existsSync(join(homedir(), '.assay-was-here'))).toBe(false);
    expect(statSync(kept).size).toBe('of this project'.length);
  });
});

describe('tests that nothing isolates', () => {
  it('get what their agent can get, so the attack above is one', async () => {
    const bench = await ContainedBench.listen(steps);
    try {
      writeFileSync(join(bench.folder, 'master.key'), 'the key', { mode: 0o600 });
      bench.start([]);
      const order = bench.orderOf(['it attacks'], {
        variables: [
          { key: 'SERVICE_FOLDER', value: bench.folder, encrypted: false, file: false },
          { key: 'AGENT_FOLDER', value: bench.workDir, encrypted: false, file: false },
        ],
      });
      const output = (await bench.run(order)).get('it attacks')?.output ?? '';
      for (const got of ['the master key: the key', 'the agent', 'spool', 'an environment: ASSAY_AGENT_TOKEN=']) {
        expect(output).toContain(`got ${got}`);
      }
    } finally {
      await bench.close();
    }
  });
});
