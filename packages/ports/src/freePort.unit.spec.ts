import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort as otherPort } from '../../../test/support/freePort.ts';
import { freePort, isFree, portsOfServices } from './freePort.ts';

describe('a free port', () => {
  let other: Server;
  let taken: number;
  beforeAll(async () => {
    taken = await otherPort();
    other = createServer().listen(taken, '127.0.0.1');
    await once(other, 'listening');
  });
  afterAll(() => new Promise((resolve) => other.close(resolve)));

  it('is none that something listens on', async () => {
    expect(await isFree(taken)).toBe(false);
    const range = { first: taken, beyond: taken + 2 };
    for (let time = 0; time < 10; time += 1) expect(await freePort(range)).toBe(taken + 1);
  });

  it('is said to be missing when all of a range are in use', async () => {
    const range = { first: taken, beyond: taken + 1 };
    await expect(freePort(range)).rejects.toThrow(`No port is free from ${taken} to ${taken}.`);
  });

  it('is below those of outgoing connections, and can be listened on', async () => {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(portsOfServices.first);
    expect(port).toBeLessThan(portsOfServices.beyond);
    expect(await isFree(port)).toBe(true);
  });
});
