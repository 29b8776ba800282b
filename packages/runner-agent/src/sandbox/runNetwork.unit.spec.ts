import { RunNetwork, resolverFor } from './runNetwork.ts';

describe('a network that cannot be made', () => {
  const programs = { nsenter: '/usr/bin/nsenter', resolver: null };

  it('is an error where its program cannot be started', async () => {
    await expect(RunNetwork.open({ ...programs, pasta: '/no/such/pasta' }, null)).rejects.toThrow('ENOENT');
  });

  it('is an error where its program ends', async () => {
    await expect(RunNetwork.open({ ...programs, pasta: process.execPath }, null)).rejects.toThrow('bad option');
  });
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
