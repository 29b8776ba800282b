import { findCapabilities, versionIn } from './findCapabilities.ts';

describe('the version in what a program says of itself', () => {
  it.each([
    ['Python 3.11.7', '3.11.7'],
    ['openjdk version "17.0.15" 2025-04-15', '17.0.15'],
    ['Chromium 156.0.8078.73 built on Debian', '156.0.8078.73'],
    ['8.0.100-rc.2.23502.2', '8.0.100-rc.2.23502.2'],
    ['command not found', null],
    [null, null],
  ])('of %j is %j', (said, version) => {
    expect(versionIn(said)).toBe(version);
  });
});

describe('what an agent can do', () => {
  it('has this very Node in it, and null for what is not there', async () => {
    const found = await findCapabilities({ PATH: '/nowhere' });
    expect(found).toMatchObject({ nodejs: process.versions.node, python: null, java: null, dotnet: null });
  });
});
