import { CommitSignal } from './commitSignal.ts';

const running = new AbortController().signal;

describe('a commit signal', () => {
  it('wakes waiters for any stream and for the stream written to', async () => {
    const signal = new CommitSignal();
    const woken: string[] = [];
    const waits = [
      signal.next(undefined, running).then(() => woken.push('all')),
      signal.next('a', running).then(() => woken.push('a')),
    ];
    void signal.next('b', running).then(() => woken.push('b'));
    signal.committed(['a']);
    await Promise.all(waits);
    expect(woken.sort()).toEqual(['a', 'all']);
  });

  it('forgets a waiter that stops waiting', async () => {
    const signal = new CommitSignal();
    const stopping = new AbortController();
    const waits = [signal.next('a', stopping.signal), signal.next(undefined, stopping.signal)];
    stopping.abort();
    await Promise.all(waits);
    await signal.next('a', stopping.signal);
  });
});
