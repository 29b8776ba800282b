import { readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { endsWhenTold, lastWords, seeEndFirst } from '../../../../test/support/endSeenFirst.ts';
import { networkTools } from '../../test/isolationWays.ts';
import { RunNetwork, resolverFor } from './runNetwork.ts';

describe('a network that cannot be made', () => {
  const programs = { nsenter: '/usr/bin/nsenter', resolver: null };

  it('is an error where its program cannot be started', async () => {
    await expect(RunNetwork.open({ ...programs, pasta: '/no/such/pasta' }, null)).rejects.toThrow('ENOENT');
  });

  it('is an error where its program ends', async () => {
    await expect(RunNetwork.open({ ...programs, pasta: process.execPath }, null)).rejects.toThrow('bad option');
  });

  it('is an error with its reason where its end is seen before that is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-network-'));
    try {
      const pasta = join(folder, 'pasta');
      await writeFile(pasta, `#!/bin/sh\n${endsWhenTold(folder)}\n`, { mode: 0o755 });
      const failed = expect(RunNetwork.open({ ...programs, pasta }, null)).rejects.toThrow(lastWords);
      await seeEndFirst(folder);
      await failed;
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a network that is closed', () => {
  /** @returns what the descriptor is that programs enter the network by; null: closed */
  const descriptor = (enter: readonly string[]) => {
    try {
      return readlinkSync(String(enter[1]).replace('--net=', ''));
    } catch {
      return null;
    }
  };

  (typeof networkTools === 'string' ? it.skip : it)(
    'keeps what programs enter it by until those that were started have ended (needs root, and a recent passt)',
    async () => {
      if (typeof networkTools === 'string') throw new Error(networkTools);
      const network = await RunNetwork.open(networkTools, null);
      const enter = network.enter();
      const before = descriptor(enter);
      let end: () => void = () => undefined;
      network.started(
        new Promise<void>((resolve) => {
          end = resolve;
        }),
      );
      network.started(Promise.reject(new Error('not started')));
      await network.close();
      expect(before).toMatch(/^net:/);
      expect(descriptor(enter)).toBe(before);
      end();
      while (descriptor(enter) !== null) await soon();
    },
  );

  (typeof networkTools === 'string' ? it.skip : it)(
    'is entered by nothing more (needs root, and a recent passt)',
    async () => {
      if (typeof networkTools === 'string') throw new Error(networkTools);
      const network = await RunNetwork.open(networkTools, null);
      const enter = network.enter();
      network.started(Promise.resolve());
      await soon();
      await network.close();
      expect(descriptor(enter)).toBeNull();
      expect(descriptor(network.enter())).toBeNull();
    },
  );
});

describe('the resolver of a network', () => {
  it.each([
    ['nameserver 127.0.0.53\noptions edns0 trust-ad\nsearch example.org\n'],
    ['options edns0 trust-ad\nnameserver 127.0.0.1\nnameserver ::1\nsearch example.org\n'],
    ['options edns0 trust-ad\nsearch example.org\n  nameserver\t::1\nnameserver 192.0.2.53\n'],
  ])('is reached by its gateway where the machine asks itself: %j', (machine) => {
    expect(resolverFor(machine)?.split('\n').filter(Boolean)).toEqual([
      'nameserver 198.18.0.1',
      'options edns0 trust-ad',
      'search example.org',
    ]);
  });

  it.each(['', 'nameserver 192.0.2.53\n', '# nameserver 127.0.0.1\nnameserver 2001:db8::53\n'])(
    'is that of the machine elsewhere: %j',
    (machine) => expect(resolverFor(machine)).toBeNull(),
  );
});
