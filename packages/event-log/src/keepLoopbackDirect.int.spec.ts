import { type StoresUnderTest, startStores } from '../../../test/support/storesUnderTest.ts';
import { grpcProxyNote, keepLoopbackDirect } from './keepLoopbackDirect.ts';

describe('a proxy of the environment', () => {
  it.each([
    [{}, 'localhost,127.0.0.1,::1'],
    [{ no_proxy: 'intern.example' }, 'localhost,127.0.0.1,::1,intern.example'],
    [{ NO_PROXY: 'intern.example' }, 'localhost,127.0.0.1,::1,intern.example'],
    [{ no_proxy: 'other.example', no_grpc_proxy: 'localhost,store' }, 'localhost,127.0.0.1,::1,store'],
  ])('is not used for this machine, nor for what %j excludes', (environment: NodeJS.ProcessEnv, excluded) => {
    keepLoopbackDirect(environment);
    keepLoopbackDirect(environment);
    expect(environment.no_grpc_proxy).toBe(excluded);
  });

  it.each([
    ['esdb://events.example.org:2113?tls=false', { http_proxy: 'http://p' }, ' (a proxy is set: http_proxy)'],
    [
      'esdb://events.example.org:2113',
      { http_proxy: 'http://p', grpc_proxy: 'http://q' },
      ' (a proxy is set: grpc_proxy)',
    ],
    ['esdb://events.example.org:2113', {}, ''],
    ['esdb://127.0.0.1:2113?tls=false', { http_proxy: 'http://p' }, ''],
    ['esdb://[::1]:2113?tls=false', { http_proxy: 'http://p' }, ''],
  ])('is noted where %s does not answer with %j: %p', (url, environment: NodeJS.ProcessEnv, note) => {
    expect(grpcProxyNote(url, environment)).toBe(note);
  });

  describe('that does not answer', () => {
    let stores: StoresUnderTest;
    const { http_proxy, no_proxy, no_grpc_proxy } = process.env;
    beforeAll(async () => {
      stores = await startStores();
    });
    afterAll(async () => {
      for (const [name, value] of Object.entries({ http_proxy, no_proxy, no_grpc_proxy })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await stores.stop();
    });

    it('does not keep the event log from a store on this machine', async () => {
      delete process.env.no_grpc_proxy;
      delete process.env.no_proxy;
      // Nothing listens there.
      process.env.http_proxy = 'http://127.0.0.1:9';
      const eventLog = await stores.openAnotherLog();
      expect(eventLog.epoch).toBe(stores.eventLog.epoch);
    });
  });
});
