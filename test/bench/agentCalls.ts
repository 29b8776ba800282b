import { Agent, request } from 'node:http';

/** A connection that rests longer is not used again: the service may be closing it just then. */
const idleMs = 1_000;

/** Posts or puts to the service as one agent. @returns what it answered */
export type AgentCalls = <Answer>(method: 'POST' | 'PUT', path: string, body: object | Buffer) => Promise<Answer>;

/**
 * An agent's calls, each an HTTP exchange of its own over connections that are kept. What the bench does itself takes
 * processor time from the service that it measures, and `fetch` takes several times as much of it. Nothing is tried
 * again: a call that fails ends the measurement.
 * @param base the service's address
 * @param gone breaks all calls off
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
