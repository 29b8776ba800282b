import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { canMount, type SmallDisk, smallDisk } from '../support/smallDisk.ts';

(canMount ? describe : describe.skip)('an installation on a full disk (needs to mount)', () => {
  let disk: SmallDisk;
  let installation: Installation;
  beforeAll(async () => {
    disk = smallDisk(200);
    installation = await startInstallation({ dataDir: join(disk.folder, 'data'), env: { ASSAY_AGENT: '0' } });
  });
  afterAll(async () => {
    await installation?.stop();
    disk.unmount();
  });

  it('keeps running, restarts what ends, and records it once there is space', async () => {
    const before = await installation.pidOf('automation');
    await disk.fill();
    await installation.kill('automation');
    await eventually(async () => expect(installation.lines).toContain('automation is back'));
    await eventually(async () => {
      const health = await fetch(`${installation.url}/api/health`);
      expect(await health.json()).toMatchObject({ status: 'degraded', parts: { disk: { status: 'full' } } });
    });
    await disk.free();
    await eventually(async () => expect(await installation.pidOf('automation')).not.toBe(before));
    await eventually(async () => {
      const health = await fetch(`${installation.url}/api/health`);
      expect(await health.json()).toMatchObject({ status: 'ok' });
    });
  });
});
