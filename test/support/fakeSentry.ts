import { type ReceivedRequest, type ReceivingServer, receivingServer } from './receivingServer.ts';

/** An event as it arrived. */
export type ReceivedEvent = {
  level: string;
  release: string;
  environment: string;
  transaction?: string;
  tags: Record<string, string | number>;
  exception: { values: { type: string; value: string; stacktrace?: { frames: { filename: string }[] } }[] };
};

export type FakeSentry = {
  /** For `SENTRY_DSN`. */
  dsn: string;
  events: ReceivedEvent[];
  /** Everything that was sent, as text: paths, headers and bodies. */
  sent(): string;
  stop(): Promise<void>;
};

/** An envelope has a header, and then a header and a payload for each item, one JSON a line. */
function eventsOf({ body }: ReceivedRequest): ReceivedEvent[] {
  const [, ...items] = body.split('\n').filter((line) => line !== '');
  return items.flatMap((line, index) => {
    const isEvent = index % 2 === 0 && (JSON.parse(line) as { type: string }).type === 'event';
    return isEvent ? [JSON.parse(items[index + 1] ?? 'null') as ReceivedEvent] : [];
  });
}

/** A fake of Sentry on loopback, which takes envelopes over HTTP and remembers the events in them. */
export async function fakeSentry(): Promise<FakeSentry> {
  const server: ReceivingServer = await receivingServer();
  const events: ReceivedEvent[] = [];
  server.reply = (request) => {
    const isEnvelope = request.method === 'POST' && request.path.startsWith('/7/api/42/envelope/');
    if (!isEnvelope) return { status: 404 };
    events.push(...eventsOf(request));
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' };
  };
  return {
    dsn: `${server.url.replace('//', '//publickey@')}/7/42`,
    events,
    sent: () => JSON.stringify(server.received),
    stop: server.stop,
  };
}
