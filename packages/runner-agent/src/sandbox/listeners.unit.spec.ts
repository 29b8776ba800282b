import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenersAt } from './listeners.ts';

const title = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const line = (slot: number, local: string, state: string, user: number) =>
  `${String(slot).padStart(4)}: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${user} 0 1 1\n`;

describe('the users that listen on a port', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-listeners-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const table = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, title + content);
    return path;
  };

  it('are those of all addresses, and no other port or connection', async () => {
    const four = table(
      'tcp',
      line(0, '0100007F:0BB8', '0A', 50001) + line(1, '0100007F:0BB9', '0A', 1) + line(2, '0100007F:0BB8', '01', 2),
    );
    const six = table('tcp6', line(0, '00000000000000000000000001000000:0BB8', '0A', 50002));
    expect(await listenersAt(3000, [four, six])).toEqual(new Set([50001, 50002]));
  });

  it('are unknown where the list is longer than what is read, or missing', async () => {
    const long = table(
      'long',
      Array.from({ length: 60_000 }, (_, slot) => line(slot, '0100007F:0001', '0A', 1)).join(''),
    );
    expect(await listenersAt(3000, [long])).toBeNull();
    expect(await listenersAt(3000, [join(folder, 'none')])).toBeNull();
  });

  (process.platform === 'linux' ? it : it.skip)('are those of this machine (needs Linux)', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    expect(await listenersAt((server.address() as AddressInfo).port)).toEqual(new Set([process.getuid?.()]));
    await new Promise((resolve) => server.close(resolve));
  });
});
