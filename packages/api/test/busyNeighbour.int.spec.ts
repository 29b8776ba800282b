import type { CommandAnswer, EnvironmentId, ErrorBody, TestRunId } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { recordEnvironment } from '../../../test/support/recordedSetting.ts';
import { signedBy } from '../../../test/support/storesUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

/** An event log whose subscribers get nothing while it is held. */
class HeldLog {
  #released: Promise<void> = Promise.resolve();
  release: () => void = () => undefined;

  hold(): void {
    this.#released = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  of(eventLog: EventLog): EventLog {
    const subscribe: EventLog['subscribe'] = ({ onBatch, ...rest }) =>
      eventLog.subscribe({
        ...rest,
        onBatch: async (batch) => {
          await this.#released;
          await onBatch(batch);
        },
      });
    return { ...eventLog, subscribe };
  }
}

describe('while the read models have not come to what an account recorded', () => {
  const log = new HeldLog();
  let api: ApiUnderTest;
  let other: Person;
  beforeAll(async () => {
    api = await startApi({
      quotas: { openRuns: 2, environments: 5 },
      projector: (usual) => ({ ...usual, eventLog: log.of(usual.eventLog) }),
    });
    other = await api.newAccount('other');
    const project = { name: 'Shop', key: 'shop', gitUrl: '/repositories/shop', testingFramework: 'Playwright' };
    await api.done('POST', '/projects', { as: other, body: project });
    await api.done('POST', '/environments', { as: other, body: { name: 'Test', key: 'test' } });
    await api.caughtUp();
  });
  afterAll(async () => {
    log.release();
    await api.stop();
  });

  it('it goes on below a quota', async () => {
    log.hold();
    const add = (name: string) => api.call('POST', '/environments', { as: other, body: { name, key: name } });
    expect((await add('one')).status).toBe(201);
    expect((await add('two')).status).toBe(201);
    log.release();
    await api.caughtUp();
  });

  it('another starts runs up to its quota, which counts those that are not shown yet', async () => {
    const order = { project: 'shop', environment: 'test' };
    // Not asked again, as `call` would.
    const post = async (url: string, payload: object = {}) => {
      const headers = { authorization: `Bearer ${other.token}`, account: other.accountId };
      const answer = await api.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
      return { status: answer.statusCode, body: answer.json<CommandAnswer & ErrorBody>() };
    };
    log.hold();
    await recordEnvironment(api.eventLog, api.admin.accountId, 'unseen' as EnvironmentId, 'Unseen');
    const started = await post('/test-runs', order);
    expect(started.status).toBe(201);
    expect((await post('/test-runs', order)).status).toBe(201);
    expect(await post('/test-runs', order)).toMatchObject({ status: 409, body: { code: 'quota.openRuns' } });
    // One that has ended makes room, although the read models have never shown it.
    await api.eventLog.handle(
      testRunDecider,
      started.body.id as TestRunId,
      { type: 'setStatus', status: 'CANCELED' },
      signedBy('ada', other.accountId),
    );
    expect((await post('/test-runs', order)).status).toBe(201);
    expect((await post('/test-runs', order)).status).toBe(409);
    log.release();
    await api.caughtUp();
    expect((await post('/test-runs', order)).status).toBe(409);
  });

  it('it makes environments up to its quota, which counts those that are not shown yet', async () => {
    const add = (name: string) => api.call('POST', '/environments', { as: other, body: { name, key: name } });
    log.hold();
    expect((await add('three')).status).toBe(201);
    expect((await add('four')).status).toBe(201);
    expect(await add('five')).toMatchObject({ status: 409, body: { code: 'quota.environments' } });
    log.release();
    await api.caughtUp();
  });
});
