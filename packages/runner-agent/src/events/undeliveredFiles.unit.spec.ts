import { UndeliveredFiles } from './undeliveredFiles.ts';

const never = new AbortController().signal;

/** @returns whether it has resolved, after all that was due at once. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  return await Promise.race([work.then(() => true), later]);
}

describe('the files of a unit that wait to be delivered', () => {
  it('leave room for more until they have as many bytes as may wait', async () => {
    const files = new UndeliveredFiles(100);
    files.add(1, 60);
    expect(await isDone(files.room(never))).toBe(true);
    files.add(2, 60);
    const ending = new AbortController();
    expect(await isDone(files.room(ending.signal))).toBe(false);
    ending.abort();
  });

  it('leave room again once the service has them', async () => {
    const files = new UndeliveredFiles(100);
    files.add(1, 60);
    files.add(2, 120);
    const room = files.room(never);
    files.acknowledge(2);
    expect(await isDone(room)).toBe(false);
    files.acknowledge(3);
    await room;
    expect(files.bytes).toBe(0);
  });

  it('hold up no unit that is ended, and no other one for long: nothing may be lost while the service is away', async () => {
    const files = new UndeliveredFiles(100, 1);
    files.add(1, 100);
    await files.room(never);
    const patient = new UndeliveredFiles(100);
    patient.add(1, 100);
    const ending = new AbortController();
    const room = patient.room(ending.signal);
    ending.abort();
    await room;
  });
});
