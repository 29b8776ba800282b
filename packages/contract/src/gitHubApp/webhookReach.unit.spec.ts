import { webhookProblemOf } from './webhookReach.ts';

const gitHub = 'https://github.com';
const own = 'https://github.acme.example';

describe('whether GitHub can tell of pushes', () => {
  it.each(['https://assay.example.org', 'https://172.32.0.1', 'https://assay.example.org:8443/x', 'https://[2a00::1]'])(
    'is likely at a public address: %s',
    (publicUrl) => {
      expect([webhookProblemOf(publicUrl, gitHub), webhookProblemOf(publicUrl, own)]).toEqual([null, null]);
    },
  );

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://assay.localhost'])(
    'is impossible on this machine, whatever GitHub it is: %s',
    (publicUrl) => {
      for (const address of [gitHub, own])
        expect(webhookProblemOf(publicUrl, address)).toMatch(/which is this machine/);
    },
  );

  it.each([
    'http://10.1.2.3',
    'http://172.20.0.1',
    'http://192.168.1.5:3000',
    'http://build-box:3000',
    'https://assay.lan',
    'https://[fd12:3456::1]',
  ])('is for an Enterprise Server in the same network: %s', (publicUrl) => {
    expect(webhookProblemOf(publicUrl, gitHub)).toMatch(/not on the public Internet/);
    expect(webhookProblemOf(publicUrl, own)).toBeNull();
  });
});
