import { cpus, hostname } from 'node:os';
import { join } from 'node:path';
import { OperationsError } from '@assay/operations';
import { pino } from 'pino';
import { simpleGit } from 'simple-git';
import { wayToLastBackup } from './backup/lastBackup.ts';
import { isHalfRestored } from './backup/restoreTarget.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { makeFirstAccount } from './firstStart.ts';
import { agentEnvironment, localAgentToken, localIsolation } from './localAgent.ts';
import { localAgentFolder } from './localAgentFolder.ts';
import { keepPrivate } from './privateFiles.ts';
import { type Running, removeRunning, writeRunning } from './runningFile.ts';
import { secretsFor } from './serviceSecrets.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';
import { startStores } from './startStores.ts';
import { storesOfEnvironment } from './storesOfEnvironment.ts';
import { type Child, type ChildSpec, StartFailed, superviseChild } from './supervision/child.ts';
import { type KeptOutput, keepOutput } from './supervision/keptOutput.ts';
import { isTaken } from './supervision/ports.ts';
import { shownLine } from './supervision/shownOutput.ts';

/** All files of the service are its own. */
const usualUmask = process.umask(0o077);
const children: Child[] = [];
const outputs: KeptOutput[] = [];
let stopping = false;
/** Records in the data folder that this installation runs, or finds the record of another one. */
let isNoted = false;
/** Shown at the end of the first start, or when it fails: nobody can sign in without it. */
let tellCredentials: () => void = () => undefined;

const writeAgainMs = 5_000;
const began = performance.now();
const say = (line: string) => console.log(line);
const step = (line: string) => say(`${line} (${((performance.now() - began) / 1000).toFixed(1)} s)`);

/** Reachable from this machine, whatever address the service listens on. */
function localUrl({ host, port }: Settings): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function checkMachine({ host, port }: Settings): Promise<void> {
  if (await isTaken(host, port)) {
    throw new SettingError(`Port ${port} on ${host} is taken. Stop what listens there, or set PORT to another one.`);
  }
  const git = await simpleGit().version();
  if (!git.installed) throw new SettingError('Assay needs git. Install it and start again.');
}

async function startAll(settings: Settings): Promise<void> {
  const { dataDir, distDir, installation } = settings;
  await checkMachine(settings);
  if (await isHalfRestored(dataDir)) {
    throw new SettingError(`A restore into ${dataDir} was interrupted. Repeat the command: npm run restore.`);
  }
  await keepPrivate(dataDir);

  // The process ids, for commands and tests; written again after each restart.
  let places: Omit<Running, 'pids'> | null = null;
  let isStale = false;
  const noteRunning = async (): Promise<void> => {
    if (!places || stopping) return;
    isNoted = true;
    const pids = Object.fromEntries(children.map(({ name, pid }) => [name, pid()]));
    try {
      await writeRunning(dataDir, { ...places, pids });
      isStale = false;
    } catch (error) {
      // On a full disk everything else goes on.
      if (!isStale) console.error(`The record of running processes cannot be written: ${String(error)}`);
      isStale = true;
      setTimeout(() => void noteRunning(), writeAgainMs).unref();
    }
  };

  const supervise = (spec: ChildSpec): Promise<void> => {
    if (stopping) throw new StartFailed('Assay was stopped while it started.');
    const onGivenUp = (words: string) => void giveUp(settings, spec.name, words);
    const output = keepOutput(join(dataDir, 'logs'), spec.name, ({ message }) => {
      console.error(`The output of the ${spec.name} is not kept: ${message}`);
    });
    outputs.push(output);
    const show = (line: string) => {
      const shown = shownLine(spec.name, line, settings.output, process.stdout.isTTY);
      if (shown !== null) say(shown);
    };
    const child = superviseChild({ spec, distDir, say, keep: output.line, show, onGivenUp, onChange: noteRunning });
    // Registered before it is ready, so that an interrupted start leaves nothing behind.
    children.push(child);
    return child.ready;
  };

  const agentDir = settings.localAgent ? await localAgentFolder(settings) : null;

  // 1. The stores.
  const [stores, isolation] = await Promise.all([
    startStores(settings, supervise),
    agentDir === null ? null : localIsolation(settings, agentDir),
  ]);
  step('Event store and document store are up');

  // 2. The environment of the other processes; the launcher itself opens the stores with it.
  const url = localUrl(settings);
  Object.assign(process.env, { EVENTSTORE_URL: stores.eventStoreUrl, MONGODB_URL: stores.mongoUrl });
  const env = {
    ASSAY_DATA_DIR: dataDir,
    HOST: settings.host,
    PORT: String(settings.port),
    ASSAY_PUBLIC_URL: settings.publicUrl ?? url,
    ASSAY_WEB_DIR: join(installation, 'packages/web/dist'),
  };
  Object.assign(process.env, env);
  const opened = await storesOfEnvironment(pino({ level: 'warn' }, pino.destination(2)), new AbortController().signal);
  const { owner, credentials } = await makeFirstAccount(opened, settings);
  tellCredentials = () => {
    tellCredentials = () => undefined;
    if (!credentials) return;
    const { email, password, madeUp } = credentials;
    say(`Sign in as ${email} with the password ${madeUp ? password : 'you have set'}`);
    if (madeUp) say('It was generated for this installation and is shown only once.');
  };
  const isOpen = isolation !== null && isolation.by === null;
  const token = await localAgentToken(opened, dataDir, isOpen ? owner.accountId : null);

  // 3. Everything else, in parallel; the agent once the api answers, which it would only ask less and less often.
  const start = async (
    name: string,
    bundle: string,
    ready: RegExp,
    args: string[] = [],
    more: Partial<ChildSpec> = {},
  ) => {
    await supervise({ name, bundle, args, ready, ...more, env: { ...env, ...more.env } });
    step(`${name[0]?.toUpperCase()}${name.slice(1)} is up`);
  };
  const capacity = String(Math.max(2, Math.min(4, cpus().length)));
  const api = start('api', 'api', /listening on/, [], { secrets: secretsFor('api', process.env) });
  await Promise.all([
    api,
    start('projector', 'projector', /running/, [], {
      secrets: secretsFor('projector', process.env),
      // It goes through more than any other process, and keeps little of it.
      keepsHeapSmall: true,
    }),
    start('automation', 'automation', /running/, [], { secrets: secretsFor('automation', process.env) }),
    agentDir !== null &&
      api.then(() =>
        start(
          'agent',
          'agent',
          /joined/,
          ['--url', url, '--capacity', capacity, '--dir', agentDir, '--name', hostname()],
          {
            env: agentEnvironment(settings),
            secrets: { ASSAY_AGENT_TOKEN: token },
            // Tests make files as they would elsewhere.
            umask: usualUmask,
            mayLeave: true,
          },
        ),
      ),
  ]);

  // 4. The demo.
  if (settings.demo) {
    const session = await opened.operations.sessions.start(owner.userId);
    await seedDemo({
      url,
      token: session,
      accountId: owner.accountId,
      samplesDir: join(installation, 'samples'),
      dataDir,
    });
    await opened.operations.sessions.end(session);
  }
  await opened.close();
  const embedded = settings.eventStoreUrl === null && settings.mongoUrl === null;
  places = { url, embedded, bucket: settings.bucket, eventStoreUrl: stores.eventStoreUrl, mongoUrl: stores.mongoUrl };
  await noteRunning();

  say('');
  if (isOpen) {
    say(`Nothing separates tests from this service here (${isolation.why ?? 'as it was told'}).`);
    say('They could read its keys, so its agent runs tests of the first account only. See docs/security.md.');
  }
  if (credentials) tellCredentials();
  else say('Sign in with the e-mail and password of the first start.');
  say(`Assay is ready at ${url}`);
}

async function stopAll(settings: Settings | null): Promise<void> {
  tellCredentials();
  // In reverse order: writers stop before the stores they write to. The stores were started first.
  const [stores, others] = [
    children.filter(({ name }) => name.endsWith('store')),
    children.filter(({ name }) => !name.endsWith('store')),
  ];
  const agents = others.filter(({ name }) => name === 'agent');
  await Promise.all(agents.map((child) => child.stop()));
  await Promise.all(others.filter((child) => !agents.includes(child)).map((child) => child.stop()));
  await Promise.all(stores.map((child) => child.stop()));
  await Promise.all(outputs.map((output) => output.close()));
  if (settings && isNoted) await removeRunning(settings.dataDir);
}

/** `npm run dev`, whose child this is then, names the bundles that it has built again. */
function followDevelopment(): void {
  if (!process.send) return;
  process.on('message', async ({ restart }: { restart: string[] }) => {
    const due = children.filter(({ bundle }) => restart.includes(bundle));
    // The others would only delay what the developer waits for.
    await due.find(({ name }) => name === 'api')?.restart();
    await Promise.all(due.filter(({ name }) => name !== 'api').map((child) => child.restart()));
  });
  // It was killed.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/** What to do about a store that does not start; empty where another program is in its way. */
async function wayOut(child: string | null, words: string, dataDir: string): Promise<string> {
  if (!child?.endsWith('store') || /in use|is taken/.test(words)) return '';
  return `\nTo see what is wrong: npm run verify. ${await wayToLastBackup(dataDir)}`;
}

/** A store fails repeatedly: nothing works without it, and endless restarts do not help. */
async function giveUp(given: Settings, name: string, words: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.error(`The ${name} no longer starts: ${words}${await wayOut(name, words, given.dataDir)}`);
  await stopAll(given);
  process.exit(1);
}

let settings: Settings | null = null;
// SIGHUP: the terminal was closed; the children do not notice, because they have their own process groups.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    say('Stopping …');
    stopAll(settings).then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

try {
  settings = readSettings(process.env);
  await startAll(settings);
  followDevelopment();
} catch (error) {
  if (!stopping) {
    stopping = true;
    const forPeople = [SettingError, StartFailed, OperationsError].some((kind) => error instanceof kind);
    const out = error instanceof StartFailed ? await wayOut(error.child, error.message, settings?.dataDir ?? '') : '';
    console.error(forPeople ? `${(error as Error).message}${out}` : error);
    await stopAll(settings);
    process.exit(1);
  }
}
