import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { FolderInUseError } from './agent/agentFolder.ts';
import { startAgent } from './agent/startAgent.ts';
import { RefusedError, TokenRefusedError } from './connection/serviceErrors.ts';

const usage = `Usage: agent --url URL --token TOKEN [--capacity N] [--dir FOLDER] [--name NAME]
  --url       of the Assay service, e.g. http://localhost:4400
  --token     of a runner agent (or ASSAY_AGENT_TOKEN)
  --capacity  how many runners it gives: units at a time (1 to 256; 2 when left out)
  --dir       its own folder (./assay-agent when left out)
  --name      shown to people (the machine's name when left out)`;

class UsageError extends Error {}

async function main(): Promise<void> {
  const { url, token, capacity, workDir, name } = readOptions();
  const logger = pino({ name: 'agent', level: process.env.ASSAY_LOG_LEVEL ?? 'info' }, pino.destination(2));
  const joining = new AbortController();
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  void ended.then(() => joining.abort());
  const agent = await startAgent({ url, token, capacity, workDir, name, log: logger, signal: joining.signal });
  console.log(`agent ${agent.name} joined ${url} with ${capacity} places`);
  await ended;
  await agent.stop();
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { url: text, token: text, capacity: text, dir: text, name: text } });
  const token = values.token ?? process.env.ASSAY_AGENT_TOKEN;
  const capacity = Number(values.capacity ?? 2);
  if (!values.url || !URL.canParse(values.url)) throw new UsageError('--url must be the address of an Assay service.');
  if (!token) throw new UsageError('--token or ASSAY_AGENT_TOKEN must be the token of a runner agent.');
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 256) {
    throw new UsageError('--capacity must be a whole number from 1 to 256.');
  }
  return { url: values.url, token, capacity, workDir: values.dir ?? './assay-agent', name: values.name };
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  const wrongUse = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  const known = [UsageError, TokenRefusedError, RefusedError, FolderInUseError].some((kind) => error instanceof kind);
  console.error((known || wrongUse) && error instanceof Error ? error.message : error);
  if (wrongUse) console.error(usage);
  process.exit(1);
}
