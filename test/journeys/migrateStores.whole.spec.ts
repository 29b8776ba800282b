import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestRunPage, TestRunView } from '@assay/contract';
import { environmentDecider } from '@assay/domain';
import { openEventLog } from '@assay/event-log';
import { loadMasterKey, openOperations } from '@assay/operations';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { freePort } from '../support/freePort.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';

const order = { project: steadyProject.key, environment: 'staging', runners: 2 };

describe('an installation that moves to other stores', () => {
  let folder: string;
  let repository: SteadyTests;
  let installation: Installation;
  let servers: BuiltProcess[];
  let to: { EVENTSTORE_URL: string; MONGODB_URL: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-elsewhere-'));
    repository = await makeSteadyTests();
    installation = await startInstallation();
    const [eventStorePort, mongoPort] = [await freePort(), await freePort()];
    servers = [
      startBuilt('eventstore', ['--port', String(eventStorePort), '--dir', join(folder, 'e')], { ready: /listening/ }),
      startBuilt('mongo', ['--port', String(mongoPort), '--dir', join(folder, 'm')], { ready: /listening/ }),
    ];
    await Promise.all(servers.map(({ ready }) => ready));
    to = {
      EVENTSTORE_URL: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${mongoPort}/?directConnection=true`,
    };
  });
  afterAll(async () => {
    await installation.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await installation.remove();
    await repository.remove();
    await rm(folder, { recursive: true });
  });

  async function migrate(...more: string[]) {
    const args = ['--to-eventstore', to.EVENTSTORE_URL, '--to-mongodb', to.MONGODB_URL, ...more];
    const copying = startBuilt('migrateStores', args, { env: { ASSAY_DATA_DIR: installation.dataDir } });
    return { code: await copying.ended, said: copying.lines.join('\n') };
  }

  /** In plain text, as runners receive them. */
  async function variablesOf(dataDir: string, environmentId: string) {
    const operations = await openOperations({
      mongoUrl: to.MONGODB_URL,
      masterKey: await loadMasterKey(dataDir),
      blobDir: join(dataDir, 'blobs'),
    });
    const eventLog = await openEventLog({ url: to.EVENTSTORE_URL, keys: operations.keys });
    const { state } = await eventLog.load(environmentDecider, environmentId);
    await Promise.all([eventLog.close(), operations.close()]);
    return state.status === 'active' ? [...state.variables].map(([key, variable]) => [key, variable.value]) : [];
  }

  const runsOf = async (caller: Caller) => (await caller.get<TestRunPage>('/test-runs?offset=0&limit=50')).testRuns;

  it('keeps runs, people and variables; agents go on, and past reactions do not repeat', async () => {
    const owner = await signIn(installation.url, admin);
    const secret = { key: 'TOKEN', value: 'hush', encrypted: true, file: false };
    const environmentId = await createEnvironment(owner, { key: 'staging', name: 'Staging', variables: [secret] });
    await createProject(owner, { ...steadyProject, gitUrl: repository.path });
    const first = await finishedRun(owner, await startRun(owner, order));

    expect(await migrate()).toEqual({ code: 3, said: expect.stringContaining('Assay still runs on the source') });
    await repository.hold();
    const interrupted = await startRun(owner, order);
    expect(await installation.stop()).toBe(0);
    const { code, said } = await migrate();
    expect([code, said]).toEqual([0, expect.stringMatching(/events of \d+ streams are the same in both/)]);
    expect(said).toMatch(/Resuming an earlier copy[\s\S]*\n\d+ read models with \d+ documents were built/);
    expect(said).toMatch(/Next: start Assay with\n {2}EVENTSTORE_URL=esdb/);
    expect(await migrate()).toEqual({ code: 0, said: expect.stringContaining('This copy was finished before') });

    const { dataDir } = installation;
    installation = await startInstallation({ dataDir, env: to });
    const caller = await signIn(installation.url, admin);
    expect(await runsOf(caller)).toHaveLength(2);
    expect(await caller.get<TestRunView>(`/test-runs/${first.id}`)).toMatchObject({
      status: first.status,
      startTime: first.startTime,
      passCount: first.passCount,
      createdBy: first.createdBy,
    });
    expect(outcomesOf(await resultsOf(caller, first.id))).toEqual(steadyOutcomes);
    expect(await variablesOf(dataDir, environmentId)).toEqual(expect.arrayContaining([['TOKEN', 'hush']]));
    expect(await finishedRun(caller, interrupted)).toMatchObject({ status: 'CANCELED' });
    await repository.letGo();
    const next = await finishedRun(caller, await startRun(caller, order));
    expect(outcomesOf(await resultsOf(caller, next.id))).toEqual(steadyOutcomes);
    expect(await runsOf(caller)).toHaveLength(3);
  });

  it('says what is wrong with the given places', async () => {
    const [own, other] = [to.EVENTSTORE_URL, to.MONGODB_URL];
    const from = (eventStore: string, mongo: string) => ['--from-eventstore', eventStore, '--from-mongodb', mongo];
    expect(await migrate(...from(own, other))).toEqual({ code: 1, said: 'Source and target are the same place.' });
    expect(await migrate('--from-mongodb', other)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/belong together/),
    });
    expect(await migrate(...from('http://x', other))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/esdb:\/\//),
    });
    const nowhere = await freePort();
    expect(await migrate(...from(`esdb://127.0.0.1:${nowhere}?tls=false`, `mongodb://127.0.0.1:${nowhere}`))).toEqual({
      code: 1,
      said: expect.stringContaining(`No document store answers at mongodb://127.0.0.1:${nowhere}`),
    });
    expect(await migrate('--nonsense')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/nonsense[\s\S]*Usage:/),
    });
    expect(await migrate('--help')).toMatchObject({ code: 0, said: expect.stringMatching(/^Usage: npm run migrate/) });
  });
});
