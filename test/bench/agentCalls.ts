import { Agent, request } from 'node:http';

/** A connection that was idle longer is not reused: the service may be closing it. */
const idleMs = 1_000;

/** Posts or puts to the service as one agent. @returns the response */
export type AgentCalls = <Answer>(method: 'POST' | 'PUT', path: string, body: object | Buffer) => Promise<Answer>;

/**
 * An agent's calls, each one HTTP exchange over persistent connections. The bench's own work takes processor time from
 * the service under measurement, and `fetch` needs several times as much of it. Nothing is retried: a failed call ends
 * the measurement.
 * @param base the service's URL
 * @param gone aborts all calls
 */
export function agentCalls(base: string, token: string, gone: AbortSignal): AgentCalls {
  const { hostname, port } = new URL(base);
  const connections = new Agent({ keepAlive: true, timeout: idleMs });
  gone.addEventListener('abort', () => connections.destroy(), { once: true });

  const exchange = (method: string, path: string, type: string, body: Buffer) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
      const sent = request({ agent: connections, hostname, port, method, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      });
      sent.once('error', reject);
      sent.end(body);
    });

  return async <Answer>(method: 'POST' | 'PUT', path: string, body: object | Buffer): Promise<Answer> => {
    gone.throwIfAborted();
    const raw = Buffer.isBuffer(body);
    const type = raw ? 'application/octet-stream' : 'application/json';
    const content = raw ? body : Buffer.from(JSON.stringify(body));
    const { status, text } = await exchange(method, `/api/agents${path}`, type, content);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  };
}
