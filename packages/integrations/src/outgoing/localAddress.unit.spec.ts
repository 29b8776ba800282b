import { isLocalAddress, machineAddresses } from './localAddress.ts';

const own = ['203.0.113.7', '2001:db8::7', 'fe80::7%eth0'];

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'ff02::1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:169.254.169.254',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::',
    '::ffff:0:127.0.0.1',
    '64:ff9b:1::127.0.0.1',
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '64:ff9b::203.0.113.7',
    '2002:cb00:7107::1',
    '2001:db8::7',
    '2001:0db8:0:0::0007',
  ])('%s is local', (address) => {
    expect(isLocalAddress(address, own)).toBe(true);
  });

  it.each([
    '93.184.216.34',
    '10.0.0.1',
    '192.168.1.1',
    '128.0.0.1',
    '169.253.255.255',
    '2606:2800:220:1::1',
    'fd00::1',
    '::ffff:93.184.216.34',
    '64:ff9b::93.184.216.34',
    'fec0::1',
    '203.0.113.8',
    '2001:db8::8',
  ])('%s is not', (address) => {
    expect(isLocalAddress(address, own)).toBe(false);
  });

  it('of each network interface is local', () => {
    const addresses = machineAddresses();
    expect(addresses).toContain('127.0.0.1');
    expect(addresses.filter((address) => !isLocalAddress(address, addresses))).toEqual([]);
  });

  it('has to be one', () => {
    for (const text of ['localhost', '2130706433', '', '127.0.0.1:80']) {
      expect(() => isLocalAddress(text, own)).toThrow(TypeError);
    }
  });
});
