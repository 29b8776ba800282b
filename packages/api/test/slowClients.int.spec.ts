import { connect, type Socket } from 'node:net';
import { agentProtocolCalls, socketPath } from '@assay/contract';
import { happened } from '../../../test/support/happened.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('slow clients', () => {
  let api: ApiUnderTest;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    api = await startApi({ slowClients: { greeting: 100, json: 100, pause: 100, answered: 100 } });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api.stop();
  });

  /** Sends a beginning, and no more. */
  function begin(lines: readonly string[]): Socket {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    // A reset is one way to hang up.
    socket.on('error', () => undefined);
    socket.write(lines.join('\r\n'));
    return socket;
  }

  /** @returns what was answered before the service hung up */
  async function answeredUntilHungUp(lines: readonly string[]): Promise<string> {
    const socket = begin(lines);
    let received = '';
    socket.on('data', (data) => {
      received += String(data);
    });
    await happened(socket, 'close');
    return received;
  }

  const begun = (line: string, type: string, ...headers: string[]) => [
    `${line} HTTP/1.1`,
    'host: assay',
    `content-type: ${type}`,
    'content-length: 100',
    ...headers,
    '',
    '{"email":',
  ];

  it('are disconnected when their JSON does not arrive', async () => {
    await answeredUntilHungUp(begun('POST /api/login', 'application/json'));
  });

  it('are disconnected when they stop in the middle of another body', async () => {
    const { agentId, token } = await registerAgent(api);
    const path = agentProtocolCalls.putBlob.path.replace(':agentId', agentId).replace(':sha256', 'ab'.repeat(32));
    await answeredUntilHungUp(begun(`PUT /api${path}`, 'application/octet-stream', `authorization: Bearer ${token}`));
  });

  it.each([
    ['POST /api/test-runs', 'application/json', 401],
    ['POST /api/test-runs-upload', 'multipart/form-data; boundary=x', 401],
    ['POST /api/login', 'application/octet-stream', 415],
    ['POST /api/nothing', 'application/json', 404],
    ['GET /api/health', 'application/json', 200],
  ])('are disconnected when they go on after their answer: %s of %s', async (line, type, status) => {
    expect(await answeredUntilHungUp(begun(line, type))).toMatch(`HTTP/1.1 ${status} `);
  });

  it('are answered first where their body is not waited for, however long that takes', async () => {
    const head = await api.eventLog.head();
    const [epoch] = String(head?.position).split('-');
    // Waits for what is not written yet.
    const headers = [
      `authorization: Bearer ${api.admin.token}`,
      `account: ${api.admin.accountId}`,
      `min-position: ${epoch}-${'9'.repeat(20)}`,
    ];
    const lines = begun('GET /api/projects', 'application/json', ...headers);
    expect(await answeredUntilHungUp(lines)).toMatch('HTTP/1.1 200 ');
  });

  it('are disconnected when they open a socket and do not sign in', async () => {
    const socket = begin([
      `GET ${socketPath}/?EIO=4&transport=websocket HTTP/1.1`,
      'host: assay',
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
      '',
      '',
    ]);
    const closeFrame = 0x88;
    // It may come together with what was sent before it, all of which is text.
    for await (const data of socket) if (Buffer.from(data).includes(closeFrame)) return;
    throw new Error('hung up without a close frame');
  });
});
