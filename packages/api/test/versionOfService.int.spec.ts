import { cliUserAgent, version, versionHeader } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('the version of the service', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each([
    [`${cliUserAgent}/0.0.1`, version],
    ['curl/8.0', null],
  ])('is in answers to the command line: %s', async (agent, expected) => {
    const { headers } = await fetch(`${api.url}/api/projects`, { headers: { 'user-agent': agent } });
    expect(headers.get(versionHeader)).toBe(expected);
  });
});
