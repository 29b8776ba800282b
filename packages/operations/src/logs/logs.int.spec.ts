import type { AccountId, ProjectId, TestRunId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { Operations } from '../openOperations.ts';
import { logLimit } from './logs.ts';
import { wholeCharacters } from './utf8Boundaries.ts';

const accountId = 'acme' as AccountId;
const projectId = 'project1' as ProjectId;
const run = 'run1' as TestRunId;

describe('logs', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  const append = (log: string, offset: number, text: string, to = under.operations) =>
    to.logs.append({ accountId, projectId, testRunId: run, log, offset, text });
  const whole = async (log: string) => (await under.operations.logs.read(run, log, 0, 100_000_000)).text;

  it('are appended to in chunks, counted in bytes of UTF-8', async () => {
    expect(await append('setup', 0, 'größer ')).toEqual({ nextOffset: 9 });
    expect(await append('setup', 9, '😀\n')).toEqual({ nextOffset: 14 });
    expect(await under.operations.logs.read(run, 'setup', 0, 1000)).toEqual({
      text: 'größer 😀\n',
      nextOffset: 14,
      size: 14,
      times: [{ line: 0, at: under.clock.now() }],
    });
  });

  it('tell when their lines arrived, a second apart at least, wherever one reads from', async () => {
    const first = under.clock.now();
    await append('timed', 0, 'one\ntwo\nthr');
    under.clock.pass(500);
    await append('timed', 11, 'ee\n');
    under.clock.pass(1500);
    await append('timed', 14, 'four\nfi');
    under.clock.pass(2000);
    await append('timed', 21, 've\nsix\n');
    const timesFrom = async (offset: number) => (await under.operations.logs.read(run, 'timed', offset, 1000)).times;
    const later = (seconds: number) => new Date(first.getTime() + seconds * 1000);
    expect(await timesFrom(0)).toEqual([
      { line: 0, at: first },
      { line: 3, at: later(2) },
      { line: 5, at: later(4) },
    ]);
    expect(await timesFrom(14)).toEqual([
      { line: 0, at: later(2) },
      { line: 2, at: later(4) },
    ]);
  });

  it('accept a repeated chunk without storing it again', async () => {
    await append('repeated', 0, 'one ');
    await append('repeated', 4, 'two');
    expect(await append('repeated', 0, 'one ')).toEqual({ nextOffset: 7 });
    expect(await append('repeated', 4, 'two')).toEqual({ nextOffset: 7 });
    expect(await whole('repeated')).toBe('one two');
  });

  it('keep the new part of a chunk that overlaps', async () => {
    await append('overlapping', 0, 'one two');
    expect(await append('overlapping', 4, 'two three')).toEqual({ nextOffset: 13 });
    expect(await whole('overlapping')).toBe('one two three');
  });

  it('refuse a chunk that leaves a gap, and say where it begins', async () => {
    expect(await append('gappy', 5, 'late')).toEqual({ gapAt: 0 });
    await append('gappy', 0, 'early');
    expect(await append('gappy', 6, 'later')).toEqual({ gapAt: 5 });
    expect(await whole('gappy')).toBe('early');
  });

  it('store each byte once when the same chunks come twice at the same time', async () => {
    const chunks = Array.from({ length: 20 }, (_, n) => `line ${String(n).padStart(2, '0')}\n`);
    const elsewhere = await under.openAnother();
    let offset = 0;
    for (const text of chunks) {
      await Promise.all([append('doubled', offset, text), append('doubled', offset, text, elsewhere)]);
      offset += text.length;
    }
    expect(await whole('doubled')).toBe(chunks.join(''));
  });

  it('stay intact when two senders cut the same text differently', async () => {
    const text = Buffer.from('Größe 😀\n'.repeat(60));
    const elsewhere = await under.openAnother();
    const send = async (chunkBytes: number, to: Operations) => {
      let offset = 0;
      while (offset < text.length) {
        const chunk = wholeCharacters(text.subarray(offset, offset + chunkBytes)).toString();
        const answer = await append('contended', offset, chunk, to);
        offset = 'gapAt' in answer ? answer.gapAt : answer.nextOffset;
      }
    };
    await Promise.all([send(50, under.operations), send(31, elsewhere)]);
    expect(await whole('contended')).toBe(text.toString());
  });

  it('are listed by name with size and time', async () => {
    const testRunId = 'listed' as TestRunId;
    const { logs } = under.operations;
    await logs.append({ accountId, projectId, testRunId, log: 'test-list', offset: 0, text: 'tests' });
    await logs.append({ accountId, projectId, testRunId, log: 'setup', offset: 0, text: 'é' });
    under.clock.pass(5000);
    await logs.append({ accountId, projectId, testRunId, log: 'setup', offset: 2, text: 'é' });
    const updatedAt = under.clock.now();
    expect(await logs.list(testRunId)).toEqual([
      { name: 'setup', size: 4, updatedAt },
      { name: 'test-list', size: 5, updatedAt: new Date(updatedAt.getTime() - 5000) },
    ]);
  });

  it('are read in parts of any size without splitting a character', async () => {
    const text = 'aé€😀'.repeat(50);
    await append('pieces', 0, text.slice(0, 90));
    await append('pieces', Buffer.byteLength(text.slice(0, 90)), text.slice(90));
    for (const maxBytes of [1, 4, 5, 7, 100]) {
      let read = '';
      let offset = 0;
      for (;;) {
        const piece = await under.operations.logs.read(run, 'pieces', offset, maxBytes);
        read += piece.text;
        offset = piece.nextOffset;
        if (offset === piece.size) break;
      }
      expect(read).toBe(text);
    }
  });

  it('start with a whole character if the offset is in the middle of one', async () => {
    await append('middle', 0, 'a😀b');
    expect((await under.operations.logs.read(run, 'middle', 2, 1000)).text).toBe('b');
  });

  it('are empty at the end, and when nothing was written', async () => {
    await append('short', 0, 'abc');
    expect(await under.operations.logs.read(run, 'short', 3, 10)).toEqual({
      text: '',
      nextOffset: 3,
      size: 3,
      times: [],
    });
    expect(await under.operations.logs.read(run, 'none', 0, 10)).toEqual({
      text: '',
      nextOffset: 0,
      size: 0,
      times: [],
    });
    expect(await append('short', 3, '')).toEqual({ nextOffset: 3 });
  });

  it('are cut at 20 MB with one line that says so, and later chunks are accepted and dropped', async () => {
    const megabyte = `${'x'.repeat(1024 * 1024 - 1)}\n`;
    for (let sent = 0; sent < logLimit; sent += megabyte.length) await append('long', sent, megabyte);
    expect(await append('long', logLimit, 'too much')).toEqual({ nextOffset: logLimit + 8 });
    expect(await append('long', logLimit + 8, 'more')).toEqual({ nextOffset: logLimit + 12 });
    const end = await under.operations.logs.read(run, 'long', logLimit - 2, 1000);
    expect(end.text).toBe('x\n\n[This log was cut here: it is longer than 20 MB.]\n');
    expect(end.nextOffset).toBe(end.size);
  });
});
