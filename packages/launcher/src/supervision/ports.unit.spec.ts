import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freePort } from '../../../../test/support/freePort.ts';
import { isTaken } from './ports.ts';

const host = '127.0.0.1';

async function listenOn(port: number) {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

describe('isTaken', () => {
  it('detects a port in use', async () => {
    const port = await freePort();
    const other = await listenOn(port);
    expect(await isTaken(host, port)).toBe(true);
    other.close();
  });

  it('waits for a port to be released', async () => {
    const port = await freePort();
    const other = await listenOn(port);
    const answer = isTaken(host, port);
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    // Long enough for one failed attempt.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(answered).toBe(false);
    other.close();
    expect(await answer).toBe(false);
  });
});
