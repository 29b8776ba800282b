import { gitAuth } from './gitAuth.ts';

it.each([
  ['https://ada:s3cret@git.example.org/a/shop.git', 'ada', 's3cret'],
  ['https://ada:p%40ss%25@git.example.org/a/shop.git', 'ada', 'p@ss%'],
  ['https://ada:p@ss@git.example.org/a/shop.git', 'ada', 'p@ss'],
  ['https://ada:gr%C3%B6%C3%9Fe@git.example.org/a/shop.git', 'ada', 'größe'],
  ['https://ada:100%@git.example.org/a/shop.git', 'ada', '100%'],
  ['https://t0ken@git.example.org/a/shop.git', 't0ken', ''],
  ['https://t0ken:@git.example.org/a/shop.git', 't0ken', ''],
  ['https://:s3cret@git.example.org/a/shop.git', '', 's3cret'],
  ['https://ada:a%0Ahost=evil%0D%00@git.example.org/a/shop.git', 'ada', 'ahost=evil'],
])('%s is read as %j with %j, which are in no argument', (gitUrl, user, password) => {
  const { url, config, environment } = gitAuth(gitUrl);
  expect(url).toBe('https://git.example.org/a/shop.git');
  expect(environment).toEqual({ ASSAY_GIT_USER: user, ASSAY_GIT_PASSWORD: password });
  for (const each of config) expect(each).toMatch(/^credential\.https:\/\/git\.example\.org\.helper=/);
  expect(config.join('')).not.toContain('s3cret');
});

it('gives the password to the port of the URL alone', () => {
  const [first] = gitAuth('http://ada:s3cret@git.example.org:8080/shop.git').config;
  expect(first).toBe('credential.http://git.example.org:8080.helper=');
});

it.each([
  'https://git.example.org/shop.git',
  'https://git.example.org/a:b@c',
  'ssh://git@git.example.org:22/shop.git',
  'git@git.example.org:shop.git',
  '/srv/shop.git',
  'https://ada:s3cret@',
])('%s is left as it is', (url) => {
  expect(gitAuth(url)).toEqual({ url, config: [], environment: {} });
});
