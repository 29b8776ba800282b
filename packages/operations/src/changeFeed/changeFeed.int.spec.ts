import type { AccountId, Position } from '@assay/contract';
import { eventually } from '../../../../test/support/eventually.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Notice } from './notice.ts';

function notice(topic: string): Notice {
  return { accountId: 'acme' as AccountId, topic, ids: [topic], position: 'e1-0001' as Position };
}

/** Collects the feed's notices and waits for them. */
class Listener {
  readonly topics: string[] = [];
  gaps = 0;
  #wake: () => void = () => undefined;

  onNotices(notices: Notice[]): void {
    this.topics.push(...notices.map(({ topic }) => topic));
    this.#wake();
  }

  onGap(): void {
    this.gaps += 1;
    this.#wake();
  }

  async until(met: () => boolean): Promise<void> {
    while (!met()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

async function tailOf(feed: ChangeFeed): Promise<{ listener: Listener; stop(): Promise<void> }> {
  const listener = new Listener();
  const { stop } = await feed.tail({ onNotices: (n) => listener.onNotices(n), onGap: () => listener.onGap() });
  return { listener, stop };
}

describe('change feed', () => {
  let under: OperationsUnderTest;
  beforeEach(async () => {
    under = await startOperations();
  });
  afterEach(() => under.stop());

  it('reaches the listeners of every process, in the order of publishing', async () => {
    const other = await under.openAnother();
    const here = await tailOf(under.operations.changeFeed);
    const there = await tailOf(other.changeFeed);
    const topics = Array.from({ length: 50 }, (_, n) => `testRun:${n}`);
    await Promise.all(topics.map((topic) => under.operations.changeFeed.publish([notice(topic)])));
    for (const { listener } of [here, there]) {
      await listener.until(() => listener.topics.length >= 50);
      expect(listener.topics).toEqual(topics);
      expect(listener.gaps).toBe(0);
    }
  });

  it('delivers complete notices', async () => {
    const received: Notice[] = [];
    const { listener, stop } = await tailOf(under.operations.changeFeed);
    const second = await under.operations.changeFeed.tail({
      onNotices: (notices) => received.push(...notices),
      onGap: () => undefined,
    });
    const forAll = { accountId: null, topic: 'agents', ids: [], position: null };
    await under.operations.changeFeed.publish([notice('projects'), forAll]);
    await listener.until(() => listener.topics.length === 2);
    await eventually(() => received.length === 2);
    await second.stop();
    await stop();
    expect(received).toEqual([notice('projects'), forAll]);
  });

  it('starts at the end: earlier notices are not delivered', async () => {
    await under.operations.changeFeed.publish([notice('old')]);
    const { listener } = await tailOf(under.operations.changeFeed);
    await under.operations.changeFeed.publish([notice('new')]);
    await listener.until(() => listener.topics.length > 0);
    expect(listener.topics).toEqual(['new']);
    expect(listener.gaps).toBe(0);
  });

  it('reports a missing batch and delivers the rest', async () => {
    const { listener } = await tailOf(under.operations.changeFeed);
    await under.operations.changeFeed.publish([notice('one')]);
    await listener.until(() => listener.topics.length === 1);
    const feed = under.db.collection('changeFeed');
    const published = await feed.findOne({ sequence: 1, 'notices.0.topic': 'one' });
    await feed.insertOne({ publisher: published?.publisher, sequence: 3, notices: [notice('three')] });
    await listener.until(() => listener.topics.length === 2);
    expect(listener.gaps).toBe(1);
    expect(listener.topics).toEqual(['one', 'three']);
  });

  it('reports a restart of the store and continues by itself', async () => {
    const { listener } = await tailOf(under.operations.changeFeed);
    await under.operations.changeFeed.publish([notice('before')]);
    await listener.until(() => listener.topics.length === 1);
    await under.restartStore();
    await listener.until(() => listener.gaps > 0);
    await under.operations.changeFeed.publish([notice('after')]);
    await listener.until(() => listener.topics.includes('after'));
    expect(listener.topics).toEqual(['before', 'after']);
  });

  it('says up to when everything was delivered, and when it no longer follows', async () => {
    const heard: string[] = [];
    const hear = (what: string) => {
      if (heard.at(-1) !== what) heard.push(what);
    };
    const isCurrent = () => heard.at(-1) === 'current';
    await under.operations.changeFeed.tail({
      onNotices: () => hear('notices'),
      onGap: () => hear('gap'),
      onCurrent: () => hear('current'),
      onLost: () => hear('lost'),
    });
    await eventually(isCurrent);
    await under.operations.changeFeed.publish([notice('one')]);
    await eventually(() => heard.includes('notices') && isCurrent());
    await under.restartStore();
    await eventually(() => heard.includes('gap') && isCurrent());
    expect(heard).toEqual(['current', 'notices', 'current', 'lost', 'gap', 'current']);
  });

  it('loses nothing unnoticed, even if far more is published at once than the feed holds', async () => {
    const { listener } = await tailOf(under.operations.changeFeed);
    const topics = Array.from({ length: 40 }, (_, n) => `large${n}`);
    const batches = topics.map((topic, n) => ({
      publisher: 'flood',
      sequence: n + 1,
      notices: [{ ...notice(topic), ids: ['x'.repeat(1024 * 1024)] }],
    }));
    await under.db.collection('changeFeed').insertMany(batches);
    await listener.until(() => listener.gaps > 0 || listener.topics.length === topics.length);
    await under.operations.changeFeed.publish([notice('after')]);
    await listener.until(() => listener.topics.includes('after'));
    const received = listener.topics.filter((topic) => topic !== 'after');
    if (listener.gaps === 0) expect(received).toEqual(topics);
    else expect(received.length).toBeLessThan(topics.length);
  });

  it('delivers nothing after it has stopped', async () => {
    const { listener, stop } = await tailOf(under.operations.changeFeed);
    await stop();
    const { listener: witness } = await tailOf(under.operations.changeFeed);
    await under.operations.changeFeed.publish([notice('unheard')]);
    await witness.until(() => witness.topics.length === 1);
    expect(listener.topics).toEqual([]);
  });
});
