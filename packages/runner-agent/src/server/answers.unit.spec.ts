import { createServer, type Server, type Socket } from 'node:net';
import { answers } from './answers.ts';

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
