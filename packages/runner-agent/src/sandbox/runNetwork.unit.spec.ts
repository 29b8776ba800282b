import { resolverFor } from './runNetwork.ts';

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
