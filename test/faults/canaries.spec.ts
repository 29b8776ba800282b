import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type PipelineStageId,
  type PipelineStageView,
  socketMessages,
  socketPath,
  type TestRunId,
  topics,
} from '@assay/contract';
import { io, type Socket } from 'socket.io-client';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, startRun, wholeResultsOf } from '../support/runs.ts';

/** Signs that a URL, JSON and XML write in another way. */
const canary = (name: string) => `${name}"c4nary/&<ä+ %\\${name.repeat(3)}`;
const secrets = {
  ofEnvironment: canary('environment'),
  ofStage: canary('stage'),
  ofFile: canary('file'),
  ofAlert: `https://hooks.example.com/${encodeURIComponent(canary('alert'))}`,
};
/** In the open everywhere, so that looking finds what is there. */
const marker = 'in-the-open-7f3a';

const testFile = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'node:test';
const values = [process.env.TOKEN, process.env.STAGE_TOKEN, readFileSync(process.env.FILE_TOKEN, 'utf8')];
it('shows what it was given', async () => {
  for (const value of values) {
    const forms = [value, Buffer.from(value).toString('base64'), encodeURIComponent(value), JSON.stringify({ value })];
    for (const form of forms) console.log('given: ' + form);
  }
  console.log(process.env.MARKER);
  writeFileSync(process.env.STARTED, '');
  while (!existsSync(process.env.STARTED + '.go')) await wait(20);
  throw new Error('It fails with ' + values.join(' and ') + ' and ' + process.env.MARKER);
});
`;

let installation: Installation;
let caller: Caller;
let repository: Repository;
let socket: Socket;
/** Everything that a browser hears. */
const heard: string[] = [];

beforeAll(async () => {
  repository = await makeRepository({ 'canary.test.mjs': testFile });
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  socket?.disconnect();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** @returns a secret as it is, and as URLs, JSON, Base64 and hexadecimal write it */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), bytes.toString('hex')].concat(
    bytes.toString('base64').replace(/=+$/, ''),
  );
}

const needles = Object.values(secrets).flatMap(formsOf);

/** As a browser does, again and again if the service is gone for a while. */
function listenTo(names: readonly string[]): void {
  socket = io(installation.url, { path: socketPath, auth: { token: caller.token }, transports: ['websocket'] });
  socket.on('connect', () => {
    for (const topic of names)
      socket.emit(socketMessages.subscribe, { account: caller.accountId, topic, readMsAgo: 0 });
  });
  socket.onAny((...message) => heard.push(JSON.stringify(message)));
}

/** @returns all files below a folder, and what is in them */
async function* filesIn(folder: string): AsyncGenerator<{ path: string; content: Buffer }> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield { path, content: await readFile(path) };
  }
}

describe('secret values', () => {
  it('are nowhere but in what is encrypted, whatever is done with them and whoever is killed', async () => {
    // 1. Wherever a secret can be given.
    const { id: stage } = await caller.post<{ id: PipelineStageId }>('/pipeline-stages', {
      name: 'Acceptance',
      variables: [{ key: 'STAGE_TOKEN', value: secrets.ofStage, encrypted: true, file: false }],
    });
    await eventually(async () => (await caller.get<PipelineStageView[]>('/pipeline-stages')).length === 1);
    const started = join(repository.path, 'started');
    await createEnvironment(caller, {
      key: 'ci',
      name: 'CI',
      pipelineStageId: stage,
      variables: [
        { key: 'TOKEN', value: secrets.ofEnvironment, encrypted: true, file: false },
        { key: 'FILE_TOKEN', value: secrets.ofFile, encrypted: true, file: true },
        { key: 'MARKER', value: marker, encrypted: false, file: false },
        { key: 'STARTED', value: started, encrypted: false, file: false },
      ],
    });
    await caller.post('/alerts', {
      eventType: 'TESTRUN_FAIL',
      actionType: 'TRIGGER_WEBHOOK',
      destination: secrets.ofAlert,
    });
    await createProject(caller, {
      key: 'canary',
      name: 'Canary',
      gitUrl: repository.path,
      defaultBranch: 'main',
      testingFramework: 'Other',
      otherFramework: 'node:test',
      testCommand: 'node --test --test-reporter=junit --test-reporter-destination=results.xml canary.test.mjs',
      resultFiles: ['results.xml'],
    });

    // 2. A run that shows them, watched; the service is killed in the middle.
    const id = await startRun(caller, { project: 'canary', environment: 'ci' });
    listenTo([topics.environments, topics.testRuns, topics.testRun(id as TestRunId)]);
    await eventually(() => existsSync(started));
    await installation.kill('api');
    await eventually(async () => (await caller.call('GET', '/projects')).status === 200);
    await writeFile(`${started}.go`, '');
    const run = await finishedRun(caller, id);
    expect(run).toMatchObject({ passCount: 0, failCount: 1 });

    // 3. What people and programs are shown.
    const shown = JSON.stringify([
      await wholeResultsOf(caller, id),
      await caller.get(`/test-runs/${id}`),
      await caller.get('/environments'),
      await caller.get('/pipeline-stages'),
      await caller.get('/alerts'),
    ]);
    expect(shown).toContain(marker);
    expect(shown).toContain('***');
    expect(needles.filter((needle) => shown.includes(needle))).toEqual([]);
    expect(heard.length).toBeGreaterThan(0);
    expect(needles.filter((needle) => heard.join().includes(needle))).toEqual([]);

    // 4. What is on the disk, the agent's workspaces included, when all is stopped in the middle of another run.
    await Promise.all([rm(started), rm(`${started}.go`)]);
    await startRun(caller, { project: 'canary', environment: 'ci' });
    await eventually(() => existsSync(started));
    await installation.stop();
    const found = new Set<string>();
    const places = new Set<string>();
    for await (const { path, content } of filesIn(installation.dataDir)) {
      if (content.includes(marker)) places.add(path.slice(installation.dataDir.length + 1));
      for (const needle of needles) if (content.includes(needle)) found.add(`${path}: ${needle}`);
    }
    expect([...found]).toEqual([]);
    // The marker is, so that secrets would have been seen there.
    expect([...places].map((path) => path.split('/')[0])).toEqual(
      expect.arrayContaining(['mongo', 'eventstore', 'blobs']),
    );
    expect(needles.filter((needle) => installation.lines.join('\n').includes(needle))).toEqual([]);
  });
});
