import { setTimeout as delay } from 'node:timers/promises';
import { noteStoreRequest } from './measurement.ts';
import { type MonitorRecord, openRecorder } from './recorder.ts';

describe('a recorder', () => {
  const saved: MonitorRecord[] = [];
  const warned: object[] = [];
  const open = (options: { isSampled?: () => boolean; save?: (records: MonitorRecord[]) => Promise<void> } = {}) => {
    saved.length = 0;
    warned.length = 0;
    const save = async (records: MonitorRecord[]) => void saved.push(...records);
    return openRecorder({
      save,
      log: { warn: (details) => void warned.push(details) },
      isSampled: () => true,
      ...options,
    });
  };
  const job = (name: string) => ({ type: 'Job' as const, name });

  it('counts the requests of each work to the stores, whatever else is in progress', async () => {
    const recorder = open();
    const asking = (times: number, about: string) => async () => {
      for (let each = 1; each <= times; each += 1) {
        await delay(1);
        noteStoreRequest('documentStore', 'find', about, each);
      }
    };
    noteStoreRequest('documentStore', 'find', 'outside', 1_000);
    await Promise.all([
      recorder.measure(job('A.few'), asking(2, 'teams')),
      recorder.measure(job('A.many'), asking(4, 'runs')),
    ]);
    await recorder.stop();
    const of = (name: string) => saved.find((record) => record.name === name);
    expect(of('A.few')).toMatchObject({ dbRequests: 2, dbTime: 3, slowest: { name: 'find teams', milliseconds: 2 } });
    expect(of('A.many')).toMatchObject({ dbRequests: 4, dbTime: 10, weight: 20 });
  });

  it('leaves out what goes on after the work has ended', async () => {
    const recorder = open();
    let late: Promise<void> = Promise.resolve();
    await recorder.measure(job('A.job'), async () => {
      late = delay(20).then(() => noteStoreRequest('eventStore', 'append', 'team', 5));
    });
    await late;
    await recorder.stop();
    expect(saved).toMatchObject([{ dbRequests: 0, slowest: null }]);
  });

  it('records slow work always, of the rest a sample, and no wait on purpose', async () => {
    const recorder = open({ isSampled: () => false });
    const slow = recorder.begin(job('A.slow'));
    const waiting = recorder.begin(job('A.wait'));
    recorder.begin(job('A.quick')).end();
    await delay(510);
    slow.end();
    waiting.end({ waited: true });
    await recorder.stop();
    expect(saved).toMatchObject([{ name: 'A.slow', weight: 1 }]);
  });

  it('records work that fails, and rejects as it does', async () => {
    const recorder = open();
    const failing = recorder.measure(job('A.fails'), () => Promise.reject(new Error('no store')));
    await expect(failing).rejects.toThrow('no store');
    await recorder.stop();
    expect(saved).toMatchObject([{ name: 'A.fails' }]);
  });

  it('logs and counts records that cannot be stored', async () => {
    const recorder = open({ save: () => Promise.reject(new Error('away')) });
    recorder.begin(job('A.job')).end();
    await recorder.stop();
    expect(warned).toMatchObject([{ count: 1 }]);
    expect(await recorder.registry.getSingleMetricAsString('assay_performance_records_dropped_total')).toContain(
      'assay_performance_records_dropped_total 1',
    );
  });
});
