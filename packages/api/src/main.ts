import { createServer, type RequestListener, type Server } from 'node:http';
import { isIP } from 'node:net';
import { flagsOf, listedIn, openStores, passwordMinLengthOf, quotasOf } from '@assay/application';
import { version } from '@assay/contract';
import {
  analysisModelSettingsOf,
  gitAppsOf,
  jiraSettingsOf,
  openAnalysisModel,
  openOutgoingGuard,
  openStripe,
  slackSettingsOf,
  stripeSettingsOf,
} from '@assay/integrations';
import { bucketPlaceOf } from '@assay/operations';
import { proxiesOf } from '@assay/proxies';
import {
  answerAlive,
  errorReportSettingsOf,
  openErrorReports,
  openRecorder,
  openTracing,
  reportUncaught,
} from '@assay/telemetry';
import { pino } from 'pino';
import { providerDomainsOf } from './accounts/hiddenPeople.ts';
import { buildApp } from './app.ts';
import { authProvidersOf } from './authProviders/authProviderSettings.ts';
import { gitAddressesOf } from './git/gitAddressSettings.ts';
import { answerWhileWaiting } from './http/answerWhileWaiting.ts';
import { listenOnOtherLoopback } from './http/otherLoopback.ts';
import { securityLog } from './http/securityLog.ts';
import { slowClients } from './http/slowClients.ts';
import { registrationOf } from './registration/registrationSettings.ts';

/** Wrong settings and a port in use are reported in one sentence; anything else keeps its stack. */
class CannotStart extends Error {}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new CannotStart(`${name} must say where the store is.`);
  return value;
}

/** @param read reads settings from the environment */
function valid<Settings>(read: (env: NodeJS.ProcessEnv) => Settings): Settings {
  try {
    return read(process.env);
  } catch (error) {
    throw error instanceof RangeError ? new CannotStart(error.message) : error;
  }
}

/** The names that Fastify accepts for ranges, besides addresses and CIDR ranges. */
const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function requireAddress(proxy: string): void {
  const [address = '', bits, ...more] = proxy.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest && more.length === 0);
  if (namedRanges.includes(proxy) || (isIP(address) > 0 && isRange)) return;
  throw new CannotStart(`ASSAY_TRUSTED_PROXIES must list addresses such as 10.0.0.7 or 10.0.0.0/8, not '${proxy}'.`);
}

async function listen(server: Server, port: number, host: string): Promise<{ url: string; unlisten: () => void }> {
  const refusal = (where: string) => (error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE';
    return new CannotStart(
      taken ? `Port ${port} on ${where} is taken. Stop what listens there, or set PORT.` : error.message,
    );
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusal(host)(error)));
    server.listen(port, host, resolve);
  });
  const other = await listenOnOtherLoopback(server).catch((error) => {
    throw refusal('the other address of localhost')(error);
  });
  const address = server.address();
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${typeof address === 'object' && address ? address.port : port}`,
    unlisten: () => other?.close(),
  };
}

/**
 * Bodies have limits of their own: a build may take long. Idle connections stay open longer than the 60 s for which load
 * balancers keep theirs: one that closes at the moment of a request is a 502.
 */
const timeouts = {
  headersTimeout: slowClients.greeting,
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};

/** Maximum size of an uploaded build. */
const defaultBuildMiB = 1024;
const maxBuildMiB = 1024 * 1024;

async function main(): Promise<void> {
  const logLevel = process.env.LOG_LEVEL || 'warn';
  const log = pino({ name: 'api', level: logLevel }, pino.destination(2));
  const dataDir = process.env.ASSAY_DATA_DIR || '.assay';
  const places = { eventStoreUrl: setting('EVENTSTORE_URL'), mongoUrl: setting('MONGODB_URL'), dataDir };
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CannotStart('PORT must be a number up to 65535.');

  const trustedProxies = listedIn(process.env.ASSAY_TRUSTED_PROXIES);
  for (const proxy of trustedProxies) requireAddress(proxy);

  const buildMiB = Number(process.env.ASSAY_BUILD_LIMIT_MB || defaultBuildMiB);
  if (!(buildMiB > 0 && buildMiB <= maxBuildMiB)) {
    throw new CannotStart(`ASSAY_BUILD_LIMIT_MB must be a number up to ${maxBuildMiB}.`);
  }

  const quotas = valid(quotasOf);
  const authProviders = valid(authProvidersOf);
  const registration = valid(registrationOf);
  valid(passwordMinLengthOf);
  valid(bucketPlaceOf);
  const gitApps = valid(gitAppsOf);
  const slack = valid(slackSettingsOf);
  const jira = valid(jiraSettingsOf);
  const stripe = valid(stripeSettingsOf);
  const modelSettings = valid(analysisModelSettingsOf);
  const providerDomains = valid(providerDomainsOf);
  const flags = valid(flagsOf);
  const proxies = valid(proxiesOf);
  const clientErrorReports = valid(errorReportSettingsOf);
  const errorReports = await openErrorReports('api', process.env);
  reportUncaught(errorReports);

  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        stopping.abort();
        resolve();
      });
    }
  });

  // 1. The port first, so that callers are told while a store is down.
  let answer: RequestListener = answerWhileWaiting(version);
  const server = createServer(timeouts, (request, response) => {
    if (!answerAlive(request, response)) answer(request, response);
  });
  const { url, unlisten } = await listen(server, port, process.env.HOST || '127.0.0.1');

  // 2. The stores, however long they take.
  const tracing = await openTracing('api', process.env);
  const traced = tracing ? { traceparent: tracing.traceparent } : {};
  const stores = await openStores({ ...places, ...traced }, log, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return null;
    throw error;
  });
  if (!stores) {
    unlisten();
    return end(server);
  }

  // 3. The service.
  const outgoingGuard = openOutgoingGuard(listedIn(process.env.ASSAY_ALLOW_LOCAL_TARGETS), { proxies });
  const buildBytes = Math.floor(buildMiB * 1024 * 1024);
  const config = {
    dataDir,
    webDir: process.env.ASSAY_WEB_DIR || null,
    version,
    logLevel,
    trustedProxies,
    buildBytes,
    metricsToken: process.env.ASSAY_METRICS_TOKEN || null,
    clientErrorReports,
    securityLog: securityLog(pino.destination(1)),
    quotas,
    publicUrl: process.env.ASSAY_PUBLIC_URL || url,
    authProviders,
    registration,
    providerDomains,
    gitApps,
    slack,
    jira,
    flags,
    analysisModel: modelSettings && openAnalysisModel(modelSettings, { proxies }),
    payments: stripe && (await openStripe(stripe, { proxies })),
    outgoingGuard,
    gitAddresses: gitAddressesOf(process.env, dataDir, registration.isOpen ? outgoingGuard : null),
  };
  let answerAsApp = answer;
  const use = (listener: RequestListener) => {
    answerAsApp = listener;
  };
  const recorder = openRecorder({ save: stores.operations.performanceRecords.save, log, tracing, errorReports });
  const app = buildApp({ ...stores, recorder, config }, { server, use });
  await app.ready();
  // Not before: a request to a half-built app would end the process.
  answer = answerAsApp;
  process.stdout.write(`api listening on ${url}\n`);

  // 4. Until told to stop: calls in progress are finished.
  await stopped;
  unlisten();
  await app.close();
  await recorder.stop();
  await tracing?.stop();
  await errorReports?.stop();
  await end(server);
  await stores.close();
}

/** How long calls in progress may take to finish. */
const patienceMs = 5_000;

async function end(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(timer);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isPlain = error instanceof CannotStart || (error instanceof Error && error.name === 'OperationsError');
    process.stderr.write(`${isPlain ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
    process.exit(1);
  },
);
