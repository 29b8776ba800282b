import { createServer, type Server, type Socket } from 'node:net';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { type ProcessOrder, startProcess } from '../process/startProcess.ts';
import { answers, askServer } from './answers.ts';

describe('whether a server answers', () => {
  let server: Server | null = null;
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  });

  const answersWith = async (reply: (socket: Socket) => void, withinMs?: number) => {
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => reply(socket));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('it has a port');
    return await answers(`http://127.0.0.1:${address.port}/`, new AbortController().signal, withinMs);
  };
  const ready = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n';

  it('it does after some hints', async () => {
    expect(await answersWith((socket) => socket.end(hint.repeat(2) + ready))).toBe(true);
  });

  it('it does not after many hints, which could be endless', async () => {
    expect(await answersWith((socket) => socket.end(hint.repeat(1000) + ready))).toBe(false);
  });

  it('it does not where its answer trickles for ever', async () => {
    const drip = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(timer));
    };
    expect(await answersWith(drip, 300)).toBe(false);
  });
});

describe('a question that is asked from within the network of a run', () => {
  const asks = "const answer = (text) => require('node:fs').writeSync(3, text);";
  const helpful = `${asks} process.stdin.on('data', () => answer('yes\\n'));`;

  /** Asks by a process that tests have taken over, and later by others that are as they should be. */
  async function askBy(takenOver: string, withinMs?: number) {
    const started: string[] = [];
    const start = (order: ProcessOrder) => {
      const script = started.length === 0 ? takenOver : helpful;
      started.push(script);
      return startProcess({ ...order, args: ['--eval', script] });
    };
    const host = { network: 'run', node: () => Promise.resolve(process.execPath), environment: () => ({}), start };
    const context: Pick<FrameworkContext, 'host' | 'mask' | 'signal'> = {
      // Of a host, it uses these alone.
      host: host as unknown as ProcessHost,
      mask: new SecretMask([]),
      signal: new AbortController().signal,
    };
    const question = await askServer(context, 'http://localhost:9', withinMs);
    const said = [await question.ask(), await question.ask(), await question.ask()];
    await question.end();
    return { said, started: started.length };
  }

  it('is asked of one process, however often', async () => {
    expect(await askBy(helpful)).toEqual({ said: [true, true, true], started: 1 });
  });

  it.each([
    ['has ended', 'process.exit();'],
    [
      'closes its input',
      `${asks} process.stdin.once('data', () => { require('node:fs').closeSync(0); answer('no\\n'); setInterval(() => {}, 1000); });`,
    ],
    ['never answers', 'setInterval(() => {}, 1000);'],
    [
      'answers something else',
      `process.stdin.on('data', () => ${asks.slice(0, -1).replace('const answer = ', '(')})('maybe\\n'));`,
    ],
    [
      'answers without an end',
      `${asks} process.stdin.on('data', () => setInterval(() => answer('no\\n'.repeat(100)), 1));`,
    ],
    [
      'answers in one long line',
      `${asks} process.stdin.on('data', () => setInterval(() => answer('n'.repeat(100)), 1));`,
    ],
  ])('is asked of another process after one that %s', async (_what, script) => {
    const { said, started } = await askBy(script, 2000);
    expect({ first: said[0], last: said[2], started }).toEqual({ first: false, last: true, started: 2 });
  });
});
