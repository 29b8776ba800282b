import type { Channel, MailMessage } from '@assay/integrations';
import type { OutboxRow } from '@assay/operations';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.ts';
import { ownRecorder } from '../../../../test/support/ownRecorder.ts';
import { acme, type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { AutomationStores } from '../automationDeps.ts';
import { startSender } from './startSender.ts';

const hourMs = 3_600_000;
/** The time after which a delivery hangs; the other destinations answer at once. */
const limitMs = 50;

describe('a destination that hangs for a day', () => {
  let stores: StoresUnderTest;
  let passed = 0;
  let hangs = true;
  const arrived: string[] = [];
  let sender: { stop(): Promise<void> };
  beforeAll(async () => {
    stores = await startStores({ now: () => new Date(Date.now() + passed) });
    const mail: Channel<MailMessage> = {
      deliver: ({ to, subject }) => {
        if (to === 'hanging' && hangs) return new Promise(() => undefined);
        arrived.push(subject);
        return Promise.resolve({ kind: 'done' });
      },
      close: () => undefined,
    };
    const { eventLog, operations } = stores;
    const deps = { eventLog, operations, log: pino({ level: 'silent' }), publicUrl: '' } as AutomationStores & {
      publicUrl: string;
    };
    sender = startSender({ ...deps, recorder: ownRecorder() }, { mail, deliveryMs: limitMs });
  });
  afterAll(async () => {
    await sender.stop();
    await stores.stop();
  });

  async function put(destination: string, subject: string): Promise<void> {
    const message: MailMessage = { to: destination, subject, text: 'T', html: null };
    const row = { _id: subject, dedupeKey: subject, accountId: acme, channel: 'mail', destination, message };
    await stores.operations.outbox.put(row);
  }
  const found = async (id: string): Promise<OutboxRow> => {
    const row = await stores.operations.outbox.find(id);
    if (!row) throw new Error(`${id} is in the outbox`);
    return row;
  };
  const isOver = (id: string) => async () => (await found(id)).state !== 'waiting';

  it('is retried at intervals, delays no others, reports unknown deliveries, and finally gets each message', async () => {
    const stuck = ['stuck-1', 'stuck-2', 'stuck-3'];
    for (const id of stuck) await put('hanging', id);
    for (let hour = 0; hour < 24; hour++) {
      await put('well', `well-${hour}`);
      await eventually(isOver(`well-${hour}`));
      passed += hourMs;
    }
    const rows = await Promise.all(stuck.map(found));
    for (const row of rows) {
      expect(row.state).toBe('waiting');
      expect(row.lastError).toMatch(/whether it arrived is not known/);
      // Each after its own delay, to avoid hammering.
      expect(row.attempts).toBeLessThanOrEqual(9);
    }
    expect(arrived.filter((subject) => subject.startsWith('stuck'))).toEqual([]);
    expect(arrived.filter((subject) => subject.startsWith('well'))).toHaveLength(24);

    hangs = false;
    await eventually(async () => {
      const states = await Promise.all(stuck.map(found));
      if (states.every(({ state }) => state === 'done')) return true;
      passed += hourMs;
      return false;
    });
    expect(arrived.filter((subject) => subject.startsWith('stuck')).sort()).toEqual(stuck);
    const tries = (await found('stuck-1')).tries ?? [];
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(tries.slice(0, -1).every(({ detail }) => /not known/.test(detail ?? ''))).toBe(true);
  });
});
