import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AnalysisModel,
  createAccountWithAdmin,
  flagsOf,
  type Quotas,
  quotasOf,
  withReservedNames,
} from '@assay/application';
import { startAutomation } from '@assay/automation';
import type {
  AccountId,
  AgentId,
  CommandAnswer,
  ErrorBody,
  PaymentProcessor,
  RoleType,
  UserId,
  UserRoleId,
} from '@assay/contract';
import { userDecider, userRolesDecider } from '@assay/domain';
import { startEventStore } from '@assay/embedded-eventstore';
import { startMongo } from '@assay/embedded-mongo';
import { type EventLog, newId, openEventLog } from '@assay/event-log';
import {
  type Channel,
  type GitApps,
  gitAppsOf,
  type JiraSettings,
  jiraSettingsOf,
  type MailMessage,
  type OutgoingGuard,
  openOutgoingGuard,
  type SlackSettings,
  slackSettingsOf,
} from '@assay/integrations';
import { type BucketPlace, type Operations, openOperations } from '@assay/operations';
import { openReadModels, type ProjectorOptions, type ReadModels, startProjector } from '@assay/projections';
import { type ErrorReports, openRecorder, type Tracing } from '@assay/telemetry';
import type { FastifyInstance } from 'fastify';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { patienceMs } from '../../../test/support/patience.ts';
import { storesFolder } from '../../../test/support/storesFolder.ts';
import { providerDomainsOf } from '../src/accounts/hiddenPeople.ts';
import type { ApiConfig } from '../src/apiDeps.ts';
import { buildApp } from '../src/app.ts';
import { defaultGitProtocols } from '../src/git/gitAddresses.ts';
import { securityLog } from '../src/http/securityLog.ts';
import { registrationOf } from '../src/registration/registrationSettings.ts';

export type Person = { token: string; userId: UserId; accountId: AccountId; email: string; password: string };

export type Answer<Body> = { status: number; body: Body; headers: Record<string, string | undefined> };

export type CallOptions = {
  /** Who calls: a person, an agent's token, or nobody. */
  as?: { token: string; accountId?: AccountId } | null;
  body?: unknown;
  headers?: Record<string, string>;
};

export type ApiUnderTest = {
  app: FastifyInstance;
  eventLog: EventLog;
  operations: Operations;
  readModels: ReadModels;
  /** The lines of the security log. */
  securityLines: readonly string[];
  dataDir: string;
  /** `http://127.0.0.1:<port>`, for sockets. */
  url: string;
  /** What a process of the same installation finds in its environment. */
  environment: Record<string, string>;
  /** The administrator of the first account. */
  admin: Person;
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** Like `call`, for calls that must succeed; waits until the read models show a command's changes. */
  done<Body = CommandAnswer>(method: string, path: string, options?: CallOptions): Promise<Body>;
  /** Another account with its administrator. */
  newAccount(name: string): Promise<Person>;
  /** Another person in an account. */
  newPerson(accountId: AccountId, roleType: RoleType, domain?: string): Promise<Person>;
  /**
   * Another process's api on the same stores, until this one stops; the two share no memory.
   * @param other settings, where they differ; with another data folder it is on another machine
   */
  another(other?: Partial<ApiConfig>): Promise<Pick<ApiUnderTest, 'app' | 'call'>>;
  /** The document store, past everything that guards it. */
  documentStore: MongoClient;
  /** Rebuilds a read model from the log. */
  rebuild(readModel: string): Promise<void>;
  /** Resolves when the read models have reached the end of the log. */
  caughtUp(): Promise<void>;
  /** From now on renews the agent's leases, as real agents do: leases are short for a slow machine. */
  renewLeasesOf(agentId: AgentId): void;
  /** Restarts a store on its folder and port. */
  stopEventStore(): Promise<void>;
  startEventStore(): Promise<void>;
  stop(): Promise<void>;
};

const password = 'correct horse';
const renewEveryMs = 1_000;

/** Renews leases of agents driven by hand, one call at a time. */
function renewLeases({ workQueue }: Operations): { of(agentId: AgentId): void; stop(): Promise<void> } {
  const agents = new Set<AgentId>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const renewing = (async () => {
    while (!signal.aborted) {
      for (const agentId of agents) {
        const leases = (await workQueue.claimedBy(agentId)).map(({ _id }) => _id);
        await workQueue.renew(agentId, leases);
      }
      await delay(renewEveryMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    of: (agentId) => void agents.add(agentId),
    stop: async () => {
      stopping.abort();
      await renewing;
    },
  };
}

export type StartOptions = {
  /** For files, in place of the folder that the stores are in. */
  dataDir?: string;
  /** As `ASSAY_BLOBS_URL`. */
  bucket?: BucketPlace | null;
  webDir?: string;
  automation?: boolean;
  /** Where the automation sends mail; without it, mail is kept. */
  mail?: Channel<MailMessage>;
  /** What addresses that people gave have to pass. */
  guard?: OutgoingGuard;
  slack?: SlackSettings;
  jira?: JiraSettings;
  trustedProxies?: string[];
  buildBytes?: number;
  slowClients?: ApiConfig['slowClients'];
  metricsToken?: string;
  /** Where spans of the api, the projector and the automation go. */
  tracing?: Tracing;
  /** Where errors of the api are reported to. */
  errorReports?: ErrorReports;
  clientErrorReports?: ApiConfig['clientErrorReports'];
  /** Records all requests, not a sample of them. */
  recordsAll?: boolean;
  quotas?: Partial<Quotas>;
  authProviders?: ApiConfig['authProviders'];
  registration?: Partial<ApiConfig['registration']>;
  /** As `ASSAY_PASSWORD_MIN_LENGTH`. */
  passwordMinLength?: number;
  gitProtocols?: readonly string[];
  gitApps?: GitApps;
  /** Which model analyses are requested from; by default none. */
  analysisModel?: AnalysisModel;
  /** Who takes the money; by default billing is off. */
  payments?: PaymentProcessor;
  /** As `ASSAY_FLAGS`. */
  flags?: string;
  /** Changes how the projector works. */
  projector?: (usual: ProjectorOptions) => ProjectorOptions;
};

/** The api on its own real stores: both embedded servers over the wire, a projector, and a port for sockets. */
export async function startApi(options: StartOptions = {}): Promise<ApiUnderTest> {
  const storesDir = await storesFolder('assay-api-');
  const { dataDir = storesDir } = options;
  let eventStore = await startEventStore({ port: 0, dataDir: join(storesDir, 'events') });
  const mongo = await startMongo({ port: 0, dataDir: join(storesDir, 'documents') });
  const places = {
    mongoUrl: mongo.url,
    masterKey: randomBytes(32),
    blobDir: join(dataDir, 'blobs'),
    bucket: options.bucket,
    passwordMinLength: options.passwordMinLength,
  };
  const operations = await openOperations(places);
  const leases = renewLeases(operations);
  const eventLog = await openEventLog({
    url: eventStore.url,
    keys: operations.keys,
    traceparent: options.tracing?.traceparent,
  });
  const client = new MongoClient(mongo.url);
  const db = client.db('assay_read');
  const log = pino({ level: 'silent' });
  const recorder = openRecorder({
    save: operations.performanceRecords.save,
    log,
    tracing: options.tracing,
    errorReports: options.errorReports,
    ...(options.recordsAll ? { isSampled: () => true } : {}),
  });
  const { projector: changed = (usual) => usual } = options;
  const projector = await startProjector(
    changed({
      eventLog,
      db,
      publish: (notices) => operations.changeFeed.publish(notices),
      generation: () => Date.now().toString(36),
      log,
      recorder,
    }),
  );
  const readModels = openReadModels({ db, eventLog });
  /** Those of every process. */
  const allReadModels = [readModels];
  const gitApps = options.gitApps ?? gitAppsOf({});
  const slack = options.slack ?? slackSettingsOf({});
  const jira = options.jira ?? jiraSettingsOf({});
  const automation = options.automation
    ? await startAutomation(
        { eventLog, operations, readModels, log },
        {
          recorder,
          mail: options.mail ?? null,
          guard: options.guard,
          slack,
          jira,
          gitApps,
          analysisModel: options.analysisModel ?? null,
          payments: options.payments ?? null,
          ...(options.quotas?.openRuns === undefined ? {} : { openRunsQuota: options.quotas.openRuns }),
        },
      )
    : null;
  const securityLines: string[] = [];
  const outgoingGuard = options.guard ?? openOutgoingGuard([]);
  const config = {
    gitAddresses: {
      protocols: options.gitProtocols ?? defaultGitProtocols,
      hosts: null,
      localFolders: ['/'],
      proxies: outgoingGuard.proxies,
      guard: options.registration?.isOpen ? outgoingGuard : null,
    },
    outgoingGuard,
    securityLog: securityLog({ write: (line) => void securityLines.push(line) }),
    dataDir,
    webDir: options.webDir ?? null,
    version: 'test',
    buildBytes: options.buildBytes ?? 100 * 1024 * 1024,
    trustedProxies: options.trustedProxies ?? [],
    metricsToken: options.metricsToken ?? null,
    clientErrorReports: options.clientErrorReports ?? null,
    quotas: { ...quotasOf({}), ...options.quotas },
    publicUrl: 'https://assay.example.org',
    authProviders: options.authProviders ?? [],
    registration: { ...registrationOf({}), ...options.registration },
    providerDomains: providerDomainsOf({}),
    gitApps,
    slack,
    jira,
    flags: flagsOf({ ASSAY_FLAGS: options.flags }),
    analysisModel: options.analysisModel ?? null,
    payments: options.payments ?? null,
    logLevel: process.env.LOG_LEVEL ?? 'silent',
    checkAnswers: true,
    slowClients: options.slowClients,
  };
  const app = buildApp({ eventLog, operations, readModels, recorder, config });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const caughtUp = async () => {
    const head = await eventLog.head();
    if (!head) return;
    const wait = (models: ReadModels) => models.waitFor(head.position, patienceMs, { tier: 'trailing' });
    const reached = await Promise.all(allReadModels.map(wait));
    if (reached.includes(false)) throw new Error('the read models stay behind');
  };

  async function newAccount(name: string): Promise<Person> {
    const email = `${name}@example.com`;
    const person = { email, firstName: 'Ada', lastName: name, password };
    const { accountId, userId } = await createAccountWithAdmin(
      { eventLog, operations },
      { accountName: name, ...person },
    );
    await caughtUp();
    return { token: await operations.sessions.start(userId), userId, accountId, email, password };
  }

  async function newPerson(accountId: AccountId, roleType: RoleType, domain = 'example.com'): Promise<Person> {
    const [userId, userRoleId] = [newId<UserId>(), newId<UserRoleId>()];
    const email = `${userId}@${domain}`;
    const context = {
      accountId,
      actor: { kind: 'automation' as const, id: 'test' },
      occurredAt: new Date().toISOString(),
      $correlationId: newId<string>(),
    };
    const names = { firstName: 'Grace', lastName: roleType };
    const register = { type: 'registerUser' as const, userId, email, ...names };
    const address = { kind: 'email' as const, scope: 'global', value: email };
    await withReservedNames({ eventLog, operations }, [address], `user-${userId}`, context, () =>
      eventLog.handle(userDecider, userId, register, context),
    );
    const grant = { type: 'grantUserRole' as const, userRoleId, userId, accountId, roleType };
    await eventLog.handle(userRolesDecider, accountId, grant, context);
    await operations.credentials.setPassword(userId, email, password);
    await caughtUp();
    return { token: await operations.sessions.start(userId), userId, accountId, email, password };
  }

  const admin = await newAccount('acme');
  const environment = {
    EVENTSTORE_URL: eventStore.url,
    MONGODB_URL: mongo.url,
    ASSAY_DATA_DIR: dataDir,
    ASSAY_MASTER_KEY: places.masterKey.toString('base64'),
  };

  const callsTo =
    (answering: FastifyInstance): ApiUnderTest['call'] =>
    async <Body>(method: string, path: string, { as, body, headers }: CallOptions = {}) => {
      const caller = as === undefined ? admin : as;
      const sent: Record<string, string> = {};
      if (caller) sent.authorization = `Bearer ${caller.token}`;
      if (caller?.accountId) sent.account = caller.accountId;
      if (body !== undefined)
        sent['content-type'] = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
      const payload = Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const ask = () =>
        answering.inject({
          method: method as 'GET',
          url: `/api${path}`,
          headers: { ...sent, ...headers },
          ...(body === undefined ? {} : { payload }),
        });
      let answer = await ask();
      // Nothing was done, so retry: a slow disk may take longer than the api waits.
      while (answer.statusCode === 503 && answer.json<ErrorBody>().code === 'readModels.behind') answer = await ask();
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return {
        status: answer.statusCode,
        body: (isJson ? answer.json() : answer.body) as Body,
        headers: answer.headers as Record<string, string | undefined>,
      };
    };
  const call = callsTo(app);
  const others: { close(): Promise<void> }[] = [];

  return {
    app,
    eventLog,
    operations,
    readModels,
    securityLines,
    dataDir,
    url,
    environment,
    admin,
    call,
    done: async <Body>(method: string, path: string, callOptions?: CallOptions) => {
      const answer = await call<Body>(method, path, callOptions);
      if (answer.status >= 300) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      await caughtUp();
      return answer.body;
    },
    newAccount,
    newPerson,
    another: async (differing = {}) => {
      const theirs = await openOperations({ ...places, blobDir: join(differing.dataDir ?? dataDir, 'blobs') });
      const theirLog = await openEventLog({ url: eventStore.url, keys: theirs.keys });
      const theirModels = openReadModels({ db, eventLog: theirLog });
      allReadModels.push(theirModels);
      const other = buildApp({
        eventLog: theirLog,
        operations: theirs,
        readModels: theirModels,
        recorder,
        config: { ...config, ...differing },
      });
      others.push(other, theirLog, theirs);
      await other.ready();
      return { app: other, call: callsTo(other) };
    },
    documentStore: client,
    rebuild: (readModel) => projector.rebuild(readModel),
    caughtUp,
    renewLeasesOf: leases.of,
    stopEventStore: () => eventStore.stop(),
    startEventStore: async () => {
      eventStore = await startEventStore({ port: eventStore.port, dataDir: join(storesDir, 'events') });
    },
    stop: async () => {
      await leases.stop();
      for (const other of others) await other.close();
      const closed = app.close();
      // Connections of an agent that ran in this process stay open for more than a minute after it has stopped.
      app.server.closeAllConnections();
      await closed;
      await automation?.stop();
      await projector.stop();
      await eventLog.close();
      await operations.close();
      await client.close();
      await Promise.all([eventStore.stop(), mongo.stop()]);
      for (const folder of new Set([storesDir, dataDir])) await rm(folder, { recursive: true, force: true });
    },
  };
}
