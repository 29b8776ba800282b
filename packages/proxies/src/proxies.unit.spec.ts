import { proxiesOf } from './proxies.ts';

const proxy = 'http://proxy.example.org:3128';
const both = { HTTP_PROXY: proxy, HTTPS_PROXY: `${proxy}/secure` };

describe('the proxy for an address', () => {
  it.each([
    ['http://a.example.org/', proxy],
    ['https://a.example.org/', `${proxy}/secure`],
    ['https://10.0.0.1/', `${proxy}/secure`],
  ])('of %s is that of its protocol', (url, expected) => {
    expect(proxiesOf(both).proxyFor(new URL(url))).toBe(expected);
  });

  it('is named by variables of either case, lower case first, with or without its protocol', () => {
    const url = new URL('http://a.example.org/');
    expect(proxiesOf({ http_proxy: proxy }).proxyFor(url)).toBe(proxy);
    expect(proxiesOf({ http_proxy: proxy, HTTP_PROXY: 'http://other' }).proxyFor(url)).toBe(proxy);
    expect(proxiesOf({ http_proxy: '', HTTP_PROXY: proxy }).proxyFor(url)).toBeNull();
    expect(proxiesOf({ HTTP_PROXY: 'proxy.example.org:3128' }).proxyFor(url)).toBe(proxy);
  });

  it('does not exist where only the other protocol has one', () => {
    expect(proxiesOf({ HTTP_PROXY: proxy }).proxyFor(new URL('https://a.example.org/'))).toBeNull();
    expect(proxiesOf({ HTTPS_PROXY: proxy }).proxyFor(new URL('http://a.example.org/'))).toBeNull();
    expect(proxiesOf({}).proxyFor(new URL('http://a.example.org/'))).toBeNull();
  });

  it.each([
    'http://localhost:3000/',
    'http://assay.localhost/',
    'https://127.0.0.1/',
    'http://127.8.9.10/',
    'http://2130706433/',
    'http://[::1]:80/',
    'http://[::ffff:127.0.0.1]/',
  ])('is not used for this machine as %s', (url) => {
    expect(proxiesOf({ ...both, NO_PROXY: 'nothing.example.org' }).proxyFor(new URL(url))).toBeNull();
  });

  it.each([
    ['a.example.org', 'http://a.example.org/', true],
    ['example.org', 'http://a.example.org/', true],
    ['.example.org', 'http://a.example.org/', true],
    ['*.example.org', 'http://a.example.org/', true],
    ['EXAMPLE.org', 'http://A.example.org/', true],
    ['other.test, example.org', 'https://a.example.org/', true],
    ['other.test example.org', 'https://a.example.org/', true],
    ['*', 'https://a.example.org/', true],
    ['ample.org', 'http://a.example.org/', false],
    ['a.example.org:8080', 'http://a.example.org:8080/', true],
    ['a.example.org:8080', 'http://a.example.org/', false],
    ['a.example.org:443', 'https://a.example.org/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.1.2.3', 'http://10.1.2.3/', true],
    ['10.1.2.3:80', 'http://10.1.2.3/', true],
    ['2001:db8::/32', 'http://[2001:db8::7]/', true],
    ['[2001:db8::7]:81', 'http://[2001:db8::7]:81/', true],
    ['2001:db8::7', 'http://[2001:db8::8]/', false],
    ['10.0.0.0/99', 'http://10.0.0.1/', false],
  ])('is left out by NO_PROXY %p for %s: %p', (noProxy, url, isDirect) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      expect(proxiesOf({ ...both, [name]: noProxy }).proxyFor(new URL(url)) === null).toBe(isDirect);
    }
  });

  it.each(['socks5://proxy.example.org', 'http://', 'ftp://proxy.example.org', 'http://pass word@'])(
    'cannot be %s, and the error does not repeat it',
    (value) => {
      const name = 'HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.org:3128.';
      expect(() => proxiesOf({ HTTPS_PROXY: value })).toThrow(new RangeError(name));
    },
  );

  it('is noted where an address cannot be reached, by the name of its variable alone', () => {
    const proxies = proxiesOf({ https_proxy: 'http://ada:secret@proxy.example.org', NO_PROXY: 'b.example.org' });
    expect(proxies.noteFor('https://a.example.org/x')).toBe(' (a proxy is set: https_proxy)');
    expect(proxies.noteFor('https://b.example.org/x')).toBe('');
    expect(proxies.noteFor('git@a.example.org:x.git')).toBe('');
  });
});

describe('the variables of programs that are started', () => {
  it('are those of the proxy in both cases, with this machine excluded', () => {
    expect(proxiesOf({ HTTP_PROXY: proxy, no_proxy: 'a.example.org, localhost' }).variables).toEqual({
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: 'localhost,127.0.0.1,::1,a.example.org',
      no_proxy: 'localhost,127.0.0.1,::1,a.example.org',
    });
    expect(proxiesOf({ ALL_PROXY: 'socks5://proxy.example.org' }).variables).toMatchObject({
      all_proxy: 'socks5://proxy.example.org',
      no_proxy: 'localhost,127.0.0.1,::1',
    });
  });

  it('are empty without a proxy', () => {
    expect(proxiesOf({ NO_PROXY: 'a.example.org' }).variables).toEqual({});
  });
});
