import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworkContext } from '../../test/frameworkContext.ts';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { ChannelMessage } from './channelMessage.ts';
import { type FrameworkCommand, startChannelProcess } from './channelProcess.ts';

/** Writes to its channel as the reporters do, and says so when nothing has been read from it for a while. */
const writer = `
const fs = require('node:fs');
const { Worker } = require('node:worker_threads');
const writes = new Int32Array(new SharedArrayBuffer(4));
const channel = process.env.ASSAY_CHANNEL ? fs.openSync(process.env.ASSAY_CHANNEL, 'a') : 3;
const send = (text) => {
  const bytes = Buffer.from(text + '\\n');
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(channel, bytes, at, Math.min(65536, bytes.length - at));
      Atomics.add(writes, 0, 1);
      Atomics.notify(writes, 0);
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(0);
    }
  }
};
const problem = (length) => JSON.stringify({ t: 'problem', message: 'm'.repeat(length) });
const watch = \`
const writes = require('node:worker_threads').workerData;
while (Atomics.wait(writes, 0, Atomics.load(writes, 0), 1000) !== 'timed-out');
require('node:fs').writeSync(1, 'nothing is read');\`;
const say = (text) => fs.writeSync(1, text);
`;
const channels: FrameworkCommand['channel'][] = ['descriptor', 'file'];

describe.each(channels)('a test process with a %s as its channel', (channel) => {
  const machine = openMachineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'assay-channel-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(
    script: string,
    onMessage: (message: ChannelMessage) => void | Promise<void>,
    print: (text: string) => void = () => undefined,
  ) {
    const path = join(folder, 'writer.cjs');
    writeFileSync(path, writer + script);
    const command = { program: process.execPath, args: [path], channel };
    return await startChannelProcess({ ...frameworkContext(folder, machine), print }, command, onMessage);
  }

  it('waits where its messages cannot be handled yet, and loses none', async () => {
    const sent = 45;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const keys: string[] = [];
    let said = '';
    const running = await start(
      `new Worker(watch, { eval: true, workerData: writes }).unref();
      for (let at = 0; at < ${sent}; at += 1) {
        const end = { t: 'end', key: 'k' + at, status: 'PASS', willRetry: false, timedOut: false, durationMs: 1, error: null };
        send(JSON.stringify({ ...end, stack: null, output: 'o'.repeat(3e6), files: [] }));
      }
      say('all is written');`,
      async (message) => {
        await held;
        if (message.t === 'end') keys.push(message.key);
      },
      (text) => {
        said += text;
        release();
      },
    );
    expect(await running.ended).toMatchObject({ exitCode: 0 });
    expect(keys).toEqual(Array.from({ length: sent }, (_, at) => `k${at}`));
    if (channel === 'descriptor') expect(said).toMatch(/^nothing is read/);
  });

  it.each([
    ['lines that are not messages', 'for (;;) send("not json")'],
    ['deeply nested lines', `const line = '{"t":"problem","message":' + '['.repeat(1e6); for (;;) send(line)`],
    ['lines that are too long', 'const line = problem(9e6); for (;;) send(line)'],
  ])('is ended after too many %s', async (_, script) => {
    const messages: ChannelMessage[] = [];
    const running = await start(`send(problem(1));\n${script}`, (message) => void messages.push(message));
    await expect(running.ended).rejects.toMatchObject({ code: 'framework.error' });
    expect(messages).toEqual([{ t: 'problem', message: 'm' }]);
  });

  it('may write some lines that are not messages', async () => {
    const messages: ChannelMessage[] = [];
    const script = 'for (let at = 0; at < 500; at += 1) send("not json");\nsend(problem(1));';
    const running = await start(script, (message) => void messages.push(message));
    expect(await running.ended).toMatchObject({ exitCode: 0 });
    expect(messages).toHaveLength(1);
  });

  it('is followed no longer where it cannot be started', async () => {
    let open = 0;
    const create = machine.create.bind(machine);
    machine.create = async (path) => {
      const file = await create(path);
      open += 1;
      const close = async () => {
        open -= 1;
        await file.close();
      };
      return { ...file, close };
    };
    const context = frameworkContext(folder, machine);
    const command = { program: 'a\0b', args: [], channel };
    await expect(startChannelProcess(context, command, () => undefined)).rejects.toThrow(/null bytes/);
    expect(open).toBe(0);
  });
});
