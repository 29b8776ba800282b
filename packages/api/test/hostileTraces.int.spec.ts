import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fastify } from 'fastify';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../test/support/browser.ts';
import { zipOf } from '../../../test/support/zipOf.ts';
import { copyTraceViewer } from '../../launcher/copyTraceViewer.mjs';
import { serveWebClient } from '../src/webClient/serveWebClient.ts';

const mark = "localStorage.setItem('ran', 'yes')";

/** @returns a trace with one step, at which the page had this body */
function traceWith(body: unknown[]): Buffer {
  const snapshot = {
    ...{ callId: 'call@1', phase: 'action', pageId: 'page@1', frameId: 'frame@1', frameUrl: 'http://page.test/' },
    ...{ timestamp: 1, viewport: { width: 800, height: 600 }, isMainFrame: true, doctype: 'html' },
    ...{ html: ['HTML', {}, ['HEAD', {}], ['BODY', {}, ...body]], resourceOverrides: [] },
  };
  const events = [
    {
      ...{ version: 8, type: 'context-options', origin: 'library', browserName: 'chromium', platform: 'linux' },
      ...{ wallTime: 0, monotonicTime: 0, options: {}, contextId: 'context@1' },
    },
    { type: 'before', callId: 'call@1', startTime: 1, class: 'Page', method: 'click', params: {}, pageId: 'page@1' },
    { type: 'frame-snapshot', snapshot },
    { type: 'after', callId: 'call@1', endTime: 2 },
  ];
  const trace = events.map((event) => JSON.stringify(event)).join('\n');
  return zipOf({ name: 'trace.trace', content: trace }, { name: 'trace.network', content: '' });
}

describe('a recorded page in the trace viewer', () => {
  const asked: string[] = [];
  const app = fastify();
  let elsewhere: Server;
  let folder: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-traces-'));
    await writeFile(join(folder, 'index.html'), '');
    copyTraceViewer({
      from: resolve('package.json'),
      confine: resolve('packages/web/traceViewer/confineTraces.js'),
      folder: join(folder, 'trace-viewer'),
    });
    await serveWebClient(app, folder);
    await app.listen({ port: 0 });
    elsewhere = createServer((request, response) => {
      asked.push(String(request.url));
      response.end('elsewhere');
    }).listen(0, '127.0.0.1');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
    elsewhere?.close();
    await rm(folder, { recursive: true });
  });

  // The viewer writes names of attributes as they are: after a blank, another one begins.
  const bodies: Record<string, (other: string) => unknown[]> = {
    'a frame of another site': (other) => [['IFRAME', { 'a src': `${other}/frame` }]],
    'a frame with a script': () => [['IFRAME', { 'a srcdoc': `<script>${mark}</script>` }]],
    'an event handler': () => [['IMG', { 'a src': 'x', 'b onerror': mark }]],
    'a script in a name': () => [['P', { [`a><script>${mark}</script>`]: '' }]],
  };
  it.each(Object.entries(bodies))('runs nothing, and asks no other site: %s', async (name, bodyOf) => {
    asked.length = 0;
    const { port } = elsewhere.address() as AddressInfo;
    const trace = `trace-${Object.keys(bodies).indexOf(name)}.zip`;
    const body = ['P', { id: 'shown' }, 'shown'];
    await writeFile(join(folder, trace), traceWith([...bodyOf(`http://127.0.0.1:${port}`), body]));
    const site = `http://localhost:${(app.server.address() as AddressInfo).port}`;
    const page = await browser.newPage();
    const query = `trace=${encodeURIComponent(`${site}/${trace}`)}`;
    await page.goto(`${site}/trace-viewer/index.html?${query}`);
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    // Everything that the page refers to has come, or was refused.
    await page.goto(`${site}/trace-viewer/snapshot/call@1?${query}&phase=action`, { waitUntil: 'load' });
    expect(await page.locator('#shown').textContent()).toBe('shown');
    expect(await page.evaluate("localStorage.getItem('ran')")).toBeNull();
    expect(asked).toEqual([]);
    await page.close();
  });
});
