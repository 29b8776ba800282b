import type { CommandAnswer, EnvironmentId, ErrorBody } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import { recordEnvironment } from '../../../test/support/recordedSetting.ts';
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
      quotas: { openRuns: 10 },
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

  it('it goes on where it is far below a quota', async () => {
    log.hold();
    const add = (name: string) => api.call('POST', '/environments', { as: other, body: { name, key: name } });
    expect((await add('one')).status).toBe(201);
    expect((await add('two')).status).toBe(201);
    log.release();
    await api.caughtUp();
  });

  it('another starts a run, and waits for what it recorded itself alone where its quota is small', async () => {
    const order = { project: 'shop', environment: 'test' };
    // Not asked again, as `call` would.
    const start = async () => {
      const headers = { authorization: `Bearer ${other.token}`, account: other.accountId };
      const answer = await api.app.inject({ method: 'POST', url: '/api/test-runs', headers, payload: order });
      return { status: answer.statusCode, body: answer.json<CommandAnswer & ErrorBody>() };
    };
    log.hold();
    await recordEnvironment(api.eventLog, api.admin.accountId, 'unseen' as EnvironmentId, 'Unseen');
    expect((await start()).status).toBe(201);
    expect(await start()).toMatchObject({ status: 503, body: { code: 'readModels.behind' } });
    log.release();
    expect((await api.call('POST', '/test-runs', { as: other, body: order })).status).toBe(201);
  });
});
