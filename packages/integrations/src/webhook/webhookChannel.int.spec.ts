import { createHmac } from 'node:crypto';
import { receivingServer } from '../../../../test/support/receivingServer.ts';
import { openOutgoingGuard } from '../outgoing/outgoingGuard.ts';
import { openPoster } from '../outgoing/postJson.ts';
import { signatureHeaders } from './signature.ts';
import { openWebhookChannel } from './webhookChannel.ts';

describe('a webhook', () => {
  it('is signed as Standard Webhooks has it', () => {
    // The example of the specification's own libraries.
    const headers = signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has the same id each time it is sent, another time, and a signature by each secret', async () => {
    const server = await receivingServer();
    const poster = openPoster(openOutgoingGuard(['127.0.0.1']));
    let now = new Date('2026-11-23T12:00:00Z');
    const channel = openWebhookChannel(poster, () => now);
    const secrets = ['new', 'old'].map((text) => `whsec_${Buffer.from(text).toString('base64')}`);
    const payload = { type: 'testRun.failed', timestamp: now.toISOString(), data: { summary: 'Grüße' } };
    try {
      await channel.deliver({ url: server.url, secrets, payload }, 'event-1');
      now = new Date('2026-11-23T12:05:00Z');
      expect(await channel.deliver({ url: server.url, secrets, payload }, 'event-1')).toMatchObject({ kind: 'done' });
    } finally {
      poster.close();
      await server.stop();
    }
    const [first, second] = server.received.map(({ headers }) => headers);
    expect(first?.['webhook-id']).toBe('msg_event-1');
    expect(second?.['webhook-id']).toBe('msg_event-1');
    expect(second?.['webhook-timestamp']).toBe(String(now.getTime() / 1000));
    const signed = `msg_event-1.${now.getTime() / 1000}.${server.received[1]?.body}`;
    const by = (key: string) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(second?.['webhook-signature']).toBe(`${by('new')} ${by('old')}`);
  });
});
