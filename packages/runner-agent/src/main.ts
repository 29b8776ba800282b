import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { proxiesOf } from '@assay/proxies';
import { pino } from 'pino';
import { FolderInUseError } from './agent/agentFolder.ts';
import { startAgent } from './agent/startAgent.ts';
import { RefusedError, TokenRefusedError } from './connection/serviceErrors.ts';
import { readIsolation } from './isolation/isolationSettings.ts';
import { NoIsolationError, openHosts } from './isolation/openHosts.ts';
import { closeInheritedDescriptors } from './process/inheritedDescriptors.ts';
import { UsageError, wholeNumber } from './usageError.ts';

const usage = `Usage: assay-agent --url URL [--capacity N] [--dir FOLDER] [--name NAME]
                   [--token-file FILE] [--pool NAME] [--finish-seconds N] [--idle-seconds N]
                   [--min-free-mb N] [--isolate WAY[,WAY …]] [--image IMAGE] …
                   [--show PATH] … [--submodule-host HOST] …
  --url       of the Assay service, e.g. http://localhost:4400
  --token-file  a file with the token of a runner agent, which only its user should be able to read (or the variable
              ASSAY_AGENT_TOKEN; an argument could be read by all users of the machine, and so by tests)
  --capacity  how many runners it gives: units at a time (1 to 256; default 2)
  --dir       its own folder (default ./assay-agent)
  --name      shown to users (default: the machine's name)
  --pool      the runner pool of its runners: it serves only the runs of that pool (by default, only runs without
              a pool)
  --finish-seconds  at SIGTERM or Ctrl-C it takes no more work and finishes what it has within this time; after that, or at
              the second signal, the rest is handed back (default 0: at once)
  --idle-seconds    it ends once it has had no work for so long, for machines that are started when work waits
              (default 0: it stays)
  --min-free-mb     it takes no work while its disk has less free space (default 512)
  --isolate   what separates set-up and tests from the agent and the rest of the machine, the first of these that it
              has: docker, podman (containers), bubblewrap (a sandbox), user (as root: a user for each project), none
              (nothing, the default); auto: all of them in this order (or ASSAY_ISOLATE)
  --show      a folder of the machine that sandboxed tests may read besides its programs. May be repeated (or
              ASSAY_SHOW, separated like PATH)
  --submodule-host  a host from which submodules are fetched besides that of their repository, without a password or
              key; * for any. May be repeated (or ASSAY_SUBMODULE_HOSTS, separated by commas)
  --image     of the containers, instead of the default of each framework; FAMILY=IMAGE for one family: node,
              browsers, cypress, python, maven, gradle, dotnet. May be repeated (or ASSAY_IMAGE, separated by
              blanks). A variable ASSAY_IMAGE of a run's environment takes precedence
  --container-memory-mb, --container-pids, --container-network   of each container: maximum memory (default: no
              limit), maximum of processes and threads (4096), network (the engine's own), or ASSAY_CONTAINER_MEMORY_MB,
              ASSAY_CONTAINER_PIDS, ASSAY_CONTAINER_NETWORK`;

const defaultFolder = './assay-agent';

/** Closing the terminal, and Ctrl-Break on Windows, end the agent like Ctrl-C: otherwise tests would outlive it. */
const farewells = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const;

async function main(): Promise<void> {
  const given = readArguments();
  if (given.help) return console.log(usage);
  if (given['print-isolation']) return await printIsolation(given);
  const { finishSeconds, ...options } = optionsOf(given);
  const { url, capacity } = options;
  const logger = pino({ name: 'agent', level: process.env.ASSAY_LOG_LEVEL ?? 'info' }, pino.destination(2));
  const joining = new AbortController();
  const ended = new Promise<void>((resolve) => {
    for (const signal of farewells) process.once(signal, () => resolve());
  });
  const hurried = new AbortController();
  void ended.then(() => joining.abort());
  let agent = await startAgent({ ...options, log: logger, signal: joining.signal });
  console.log(`agent ${agent.name} joined ${url} with ${capacity} places`);
  for (;;) {
    const order = await Promise.race([agent.ordered, agent.idle.then(() => 'idle' as const), ended]);
    if (order === 'idle') console.log(`agent ${agent.name} had no work for ${options.idleSeconds} s`);
    if (!order || order === 'idle') break;
    if (order.order === 'stop') {
      console.log(`agent ${agent.name} was stopped by the service`);
      return agent.stop();
    }
    // A new agent replaces this one: on the same machine, in the same folder, with none of its work.
    await agent.drain(joining.signal);
    await agent.stop();
    agent = await startAgent({ ...options, agentId: order.replacedById, log: logger, signal: joining.signal });
    console.log(`agent ${agent.name} was replaced and joined ${url} again`);
  }
  for (const signal of farewells) process.once(signal, () => hurried.abort());
  if (finishSeconds > 0) {
    await agent.drain(AbortSignal.any([hurried.signal, AbortSignal.timeout(finishSeconds * 1000)]));
  }
  await agent.stop();
}

/** Prints what would separate the tests of an agent with these arguments, as JSON: the launcher asks for it. */
async function printIsolation(given: Arguments): Promise<void> {
  const folder = resolve(given.dir ?? defaultFolder);
  const { capabilities, missed } = await openHosts(
    folder,
    readIsolation(given, process.env),
    pino({ level: 'silent' }),
  );
  const by = capabilities.sandbox ?? capabilities.containers ?? null;
  console.log(JSON.stringify({ by, why: by === null ? missed.join('; ') || null : null }));
}

type Arguments = ReturnType<typeof readArguments>;

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      url: text,
      token: text,
      'token-file': text,
      capacity: text,
      dir: text,
      name: text,
      pool: text,
      'finish-seconds': text,
      'idle-seconds': text,
      'min-free-mb': text,
      isolate: text,
      image: { type: 'string', multiple: true } as const,
      'container-memory-mb': text,
      'container-pids': text,
      'container-network': text,
      show: { type: 'string', multiple: true } as const,
      'submodule-host': { type: 'string', multiple: true } as const,
      'print-isolation': { type: 'boolean' } as const,
    },
  });
  return values;
}

function tokenOf(values: Arguments): string | undefined {
  if (values.token !== undefined) {
    throw new UsageError(
      '--token shows the token to all users of this machine, and so to tests. Set ASSAY_AGENT_TOKEN, or use --token-file.',
    );
  }
  const file = values['token-file'];
  if (file === undefined) return process.env.ASSAY_AGENT_TOKEN;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--token-file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** A proxy that cannot be used is said at the start, not at each request. */
function requireProxies(): void {
  try {
    proxiesOf(process.env);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

function optionsOf(values: Arguments) {
  const token = tokenOf(values);
  const capacity = Number(values.capacity ?? 2);
  if (!values.url || !URL.canParse(values.url)) throw new UsageError('--url must be the address of an Assay service.');
  if (!token)
    throw new UsageError('ASSAY_AGENT_TOKEN must be the token of a runner agent, or --token-file a file with it.');
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 256) {
    throw new UsageError('--capacity must be a whole number from 1 to 256.');
  }
  const finishSeconds = wholeNumber('--finish-seconds', values['finish-seconds'] ?? '0');
  const idleSeconds = wholeNumber('--idle-seconds', values['idle-seconds'] ?? '0');
  const minFreeDisk = wholeNumber('--min-free-mb', values['min-free-mb'] ?? '512') * 1024 * 1024;
  const { url, dir: workDir = defaultFolder, name, pool } = values;
  if (pool?.trim() === '') throw new UsageError('--pool must be the name of a runner pool.');
  requireProxies();
  const isolation = readIsolation(values, process.env);
  const submoduleHosts =
    values['submodule-host'] ?? (process.env.ASSAY_SUBMODULE_HOSTS ?? '').split(',').map((host) => host.trim());
  return {
    ...{ url, token, capacity, workDir, name, pool, minFreeDisk, finishSeconds, idleSeconds, isolation },
    submoduleHosts: submoduleHosts.filter(Boolean),
  };
}

closeInheritedDescriptors();
try {
  await main();
  process.exit(0);
} catch (error) {
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  const wrongUse = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  const known = [UsageError, TokenRefusedError, RefusedError, FolderInUseError, NoIsolationError].some(
    (kind) => error instanceof kind,
  );
  console.error((known || wrongUse) && error instanceof Error ? error.message : error);
  if (wrongUse) console.error(usage);
  process.exit(1);
}
