import { accountCalls, uploadCalls, version, versionHeader } from '@assay/contract';
import { FormData } from '@assay/proxies';
import { type ForwardProxy, forwardProxy } from '../../../test/support/forwardProxy.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { openServiceClient } from './serviceClient.ts';

/** @returns what ends the capture of the standard error, and returns what was written */
function captureWarnings(): () => string[] {
  const { write } = process.stderr;
  const written: string[] = [];
  process.stderr.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return () => {
    process.stderr.write = write;
    return written;
  };
}

describe('the command line behind a proxy', () => {
  let service: ReceivingServer;
  let proxy: ForwardProxy;
  beforeEach(async () => {
    service = await receivingServer();
    service.reply = () => ({ status: 200, body: '{"id":"run-1"}' });
    proxy = await forwardProxy({ 'assay.example.test': Number(new URL(service.url).port) });
  });
  afterEach(async () => {
    await proxy.stop();
    await service.stop();
  });

  const upload = (url: string, environment: NodeJS.ProcessEnv) =>
    openServiceClient(url, { ASSAY_API_KEY: 'key-1', ...environment }).upload(
      uploadCalls.uploadTestRun,
      {},
      async () => {
        const form = new FormData();
        form.set('environmentId', 'e-1');
        form.append('file', new Blob(['<testsuite/>']), 'results.xml');
        return form;
      },
    );

  it('sends files through it', async () => {
    expect(await upload('http://assay.example.test', { HTTP_PROXY: proxy.url })).toMatchObject({ id: 'run-1' });
    expect(proxy.asked).toEqual(['POST http://assay.example.test/api/test-runs-upload']);
    const [{ headers, body } = { headers: {}, body: '' }] = service.received;
    expect(headers).toMatchObject({ authorization: 'Bearer key-1' });
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('filename="results.xml"');
    expect(body).toContain('<testsuite/>');
  });

  it('goes directly to a service on this machine', async () => {
    expect(await upload(service.url, { http_proxy: proxy.url })).toMatchObject({ id: 'run-1' });
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    [version, 0],
    [version.replace(/\d+$/, '99'), 0],
    [version.replace(/^\d+/, '99'), 1],
  ])('warns once where the service is of another release: %s', async (served, times) => {
    const warn = captureWarnings();
    service.reply = () => ({ status: 200, headers: { [versionHeader]: served }, body: '{"id":"run-1"}' });
    const client = openServiceClient(service.url, { ASSAY_API_KEY: 'key-1' });
    await client.call(accountCalls.getAccount, {});
    await client.call(accountCalls.getAccount, {});
    const expected = `warning: this is assay ${version}, and the service is ${served}. Download ${service.url}/assay.mjs again.\n`;
    expect(warn()).toEqual(Array.from({ length: times }, () => expected));
  });

  it('ends with a sentence where the proxy cannot be used', async () => {
    const opened = () =>
      openServiceClient('http://assay.example.test', { ASSAY_API_KEY: 'k', HTTP_PROXY: 'socks5://p' });
    expect(opened).toThrow('HTTP_PROXY must be the address of a proxy, such as http://proxy.example.org:3128.');
  });
});
