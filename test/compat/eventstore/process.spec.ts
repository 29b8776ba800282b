import { rm } from 'node:fs/promises';
import { clientOf } from './clientOf.ts';
import { collect, describeEmbedded, newStream, numbered, startOn, temporaryFolder } from './eventStoreUnderTest.ts';
import { spawnInVain, spawnServer, terminate } from './spawnedServer.ts';

describeEmbedded('the event store as a process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(['SIGTERM', 'SIGINT'] as const)('exits cleanly on %s and keeps what it has acknowledged', async (signal) => {
    const stream = newStream();
    const server = await spawnServer(folder);
    const client = clientOf(server.url);
    await client.appendToStream(stream, numbered(3));
    expect(await terminate(server, signal)).toBe(0);
    await client.dispose();

    const again = await startOn(folder);
    const reader = clientOf(again.url);
    expect(await collect(reader.readStream(stream))).toHaveLength(3);
    await reader.dispose();
    await again.stop();
  });

  it('prints one sentence on why it cannot start, and nothing else', async () => {
    const running = await startOn(folder);
    const other = await temporaryFolder();
    expect(await spawnInVain('--port', '0', '--dir', folder)).toEqual({
      exitCode: 1,
      message: `The data folder ${folder} is in use by another event store. Stop that one first, or choose another folder.\n`,
    });
    expect(await spawnInVain('--port', String(running.port), '--dir', other)).toEqual({
      exitCode: 1,
      message: `Port ${running.port} on 127.0.0.1 is taken by another program. Stop that one first, or choose another port.\n`,
    });
    await running.stop();
    await rm(other, { recursive: true });
  });

  it.each([[[]], [['--port', '0']], [['--port', 'many', '--dir', 'x']], [['--what']]])(
    'prints its usage when called with %j',
    async (options: string[]) => {
      const { exitCode, message } = await spawnInVain(...options);
      expect(exitCode).toBe(2);
      expect(message).toMatch(/Usage: .*--port <number> --dir <folder>/);
    },
  );
});
