import { createServer, type Server } from 'node:net';
import { freePort } from '../../../../test/support/freePort.ts';
import { smtpServer } from '../../../../test/support/smtpServer.ts';
import { type MailMessage, openMailChannel } from './mailChannel.ts';

const from = 'Assay <assay@example.org>';
const message: MailMessage = { to: 'ada@example.com', subject: 'Grüße', text: 'It works.', html: '<p>It works.</p>' };

const answering = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

describe('mail', () => {
  const stops: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  async function serverWith(options?: Parameters<typeof smtpServer>[0]) {
    const server = await smtpServer(options);
    stops.push(server.stop);
    return server;
  }
  function deliver(url: string, dedupeKey = 'event-1', timeLimitMs?: number, thread?: string) {
    const channel = openMailChannel({ url, from, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) });
    stops.push(() => channel.close());
    return channel.deliver({ ...message, ...(thread === undefined ? {} : { thread }) }, dedupeKey);
  }

  it('is taken by the server, with an id that stays the same when it is sent again', async () => {
    const { address, received } = await serverWith();
    expect(await deliver(`smtp://${address}`)).toEqual({ kind: 'done' });
    expect(await deliver(`smtp://${address}`)).toEqual({ kind: 'done' });
    expect(await deliver(`smtp://${address}`, 'event-2')).toEqual({ kind: 'done' });
    const ids = received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@example\.org>$/);
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
    expect(received[0]).toMatchObject({ from: 'assay@example.org', to: ['ada@example.com'] });
    expect(received[0]?.source).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(received[0]?.source).toContain('text/html');
  });

  it('is in a thread with others about the same thing', async () => {
    const { address, received } = await serverWith();
    await deliver(`smtp://${address}`, 'event-1', undefined, 'checkout/main');
    await deliver(`smtp://${address}`, 'event-2', undefined, 'checkout/main');
    await deliver(`smtp://${address}`, 'event-3', undefined, 'checkout/other');
    await deliver(`smtp://${address}`, 'event-4');
    const [first, second, other, alone] = received.map(({ source }) => /^References: (.*)$/im.exec(source)?.[1]);
    expect(first).toMatch(/^<[0-9a-f]{40}@example\.org>$/);
    expect([second === first, other === first, alone]).toEqual([true, false, undefined]);
    expect(received[0]?.source).toContain(`In-Reply-To: ${first}`);
  });

  it('says where it is unsubscribed from, also by one click, where there is a choice', async () => {
    const { address, received } = await serverWith();
    const channel = openMailChannel({ url: `smtp://${address}`, from });
    stops.push(() => channel.close());
    const unsubscribe = `https://assay.example.org/unsubscribe/${'0'.repeat(200)}`;
    await channel.deliver({ ...message, unsubscribe }, 'event-1');
    await channel.deliver(message, 'event-2');
    const [chosen = '', plain = ''] = received.map(({ source }) => source.replaceAll(/\r\n[ \t]+/g, ' '));
    expect(chosen).toContain(`List-Unsubscribe: <${unsubscribe}>`);
    expect(chosen).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(plain).not.toContain('List-Unsubscribe');
  });

  it('comes again later where the server says so with 4xx, and is refused where it says 5xx', async () => {
    let answer = 451;
    const { address } = await serverWith({
      onRcptTo: (_address, _session, callback) => callback(answering(answer, 'not this mailbox')),
    });
    expect(await deliver(`smtp://${address}`)).toMatchObject({ kind: 'retry', of: 'message' });
    answer = 550;
    expect(await deliver(`smtp://${address}`)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('not this mailbox'),
    });
  });

  it('is refused where the server does not take its content', async () => {
    const { address } = await serverWith({
      onData: (stream, _session, callback) => {
        stream.resume();
        stream.on('end', () => callback(answering(554, 'looks like spam')));
      },
    });
    expect(await deliver(`smtp://${address}`)).toMatchObject({ kind: 'refused' });
  });

  it('waits while nobody listens', async () => {
    expect(await deliver(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({ kind: 'retry', of: 'destination' });
  });

  it('waits while the server takes connections and says nothing', async () => {
    const server: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    stops.push(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on a port');
    const result = await deliver(`smtp://127.0.0.1:${address.port}`, 'event-1', 300);
    expect(result).toMatchObject({ kind: 'retry', of: 'destination' });
  });

  it('signs in with the name and password of the URL, and waits for the operator where they are wrong', async () => {
    const { address, received } = await serverWith({ authOptional: false, allowInsecureAuth: true });
    expect(await deliver(`smtp://assay:secret@${address}`)).toEqual({ kind: 'done' });
    expect(received[0]?.user).toBe('assay');
    expect(await deliver(`smtp://assay:wrong@${address}`)).toMatchObject({ kind: 'retry', of: 'destination' });
  });

  it('is encrypted where the server offers it, and from the start with smtps', async () => {
    const starting = await serverWith({ disabledCommands: [] });
    expect(await deliver(`smtp://${starting.address}?tls.rejectUnauthorized=false`)).toEqual({ kind: 'done' });
    expect(starting.received[0]?.secure).toBe(true);
    const encrypted = await serverWith({ secure: true });
    expect(await deliver(`smtps://${encrypted.address}?tls.rejectUnauthorized=false`)).toEqual({ kind: 'done' });
    expect(encrypted.received[0]?.secure).toBe(true);
  });

  it('is not sent to a server whose certificate is not trusted, nor in the clear where TLS is required', async () => {
    const starting = await serverWith({ disabledCommands: [] });
    expect(await deliver(`smtp://${starting.address}`)).toMatchObject({ kind: 'retry', of: 'destination' });
    const plain = await serverWith();
    expect(await deliver(`smtp://${plain.address}?requireTLS=true`)).toMatchObject({ kind: 'retry' });
    expect([...starting.received, ...plain.received]).toEqual([]);
  });

  it('needs the URL of an SMTP server', () => {
    for (const url of ['mail.example.org', 'http://mail.example.org', '']) {
      expect(() => openMailChannel({ url, from })).toThrow(TypeError);
    }
  });
});
