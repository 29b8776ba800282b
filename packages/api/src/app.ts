import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { gitAccessOf, openDistributions, openFlags, streamOwners } from '@assay/application';
import { AnswerCache, LruCache } from '@assay/concurrency';
import { openGitApps, openGitTokens, openJsonReader, openPoster } from '@assay/integrations';
import { openFetch } from '@assay/proxies';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { recentSessions } from './accounts/recentSessions.ts';
import { signInLimits } from './accounts/signInLimits.ts';
import { agentKnowledge } from './agentProtocol/agentKnowledge.ts';
import { workNotices } from './agentProtocol/workNotices.ts';
import type { Api } from './api.ts';
import type { ApiConfig, ApiDeps } from './apiDeps.ts';
import { authProviders } from './authProviders/authProviders.ts';
import { serveBadges } from './badges/serveBadges.ts';
import { receiveBillingNotices } from './billing/receiveBillingNotices.ts';
import { serveCardFrame } from './billing/serveCardFrame.ts';
import { answerOwnerQuestions } from './codeOwners/answerOwnerQuestions.ts';
import { ownersAskedFor } from './codeOwners/ownersAskedFor.ts';
import { repositoryReader } from './git/repositoryReader.ts';
import { serveManifestPage } from './gitHubApp/serveManifestPage.ts';
import { serveMetrics } from './health/serveMetrics.ts';
import { answerSerialization } from './http/answerSerialization.ts';
import { ApiError } from './http/apiErrors.ts';
import { scopesByBody } from './http/bodyParsers.ts';
import { compressAnswers } from './http/compressAnswers.ts';
import { errorAnswerOf } from './http/errorAnswer.ts';
import { logOptions } from './http/logOptions.ts';
import { writeLongListsInTurns } from './http/longLists.ts';
import { mediaTypeOf } from './http/mediaTypeOf.ts';
import { newRequestId, registerRoute } from './http/registerRoute.ts';
import { addSecurityHeaders, allowSources } from './http/securityHeaders.ts';
import { logRefusal } from './http/securityLog.ts';
import { limitRefusedBodies, slowClients } from './http/slowClients.ts';
import { tellVersion } from './http/tellVersion.ts';
import { unreadableRequests } from './http/unreadableRequests.ts';
import { type LiveServer, startLiveServer } from './live/liveServer.ts';
import { serveMcp } from './mcp/serveMcp.ts';
import { describeApi } from './openApi/describeApi.ts';
import { measureRequests, reportFailedRequest } from './performance/measureRequests.ts';
import { projectProposer } from './projects/projectProposer.ts';
import { requestQuota } from './quotas/requestQuota.ts';
import { openUnshownChanges } from './quotas/unshownChanges.ts';
import { captchaSources } from './registration/captchaSources.ts';
import { routeTable } from './routeTable.ts';
import { receiveSlackCommands } from './slack/receiveSlackCommands.ts';
import { watchBlobs } from './stores/blobWatch.ts';
import { type DiskWatch, watchDisk } from './stores/diskWatch.ts';
import { watchStores } from './stores/storeWatch.ts';
import { replayReader } from './testRuns/replayReader.ts';
import { uploadLimits } from './uploads/uploadLimits.ts';
import { uploadReader } from './uploads/uploadReader.ts';
import { uploadSlots } from './uploads/uploadSlots.ts';
import { answerPage, isPage, isRegistrationPage, serveWebClient } from './webClient/serveWebClient.ts';
import { receiveWebhooks } from './webhooks/receiveWebhooks.ts';

/** Of one network, in which many people may come to work at the same time. */
const authStartsPerMinute = 300;
/** Of one network, such as that of a proxy through which a git service loads the badges of its pages. */
const publicReadsPerMinute = 600;
/** Texts of some 24,000 characters each. */
const outgoingKept = 100;

/** An HTTP server that is already listening, and how to hand its requests to the app. */
export type AttachTo = { server: Server; use: (listener: RequestListener) => void };

function answerErrors(app: FastifyInstance, { config: { securityLog }, recorder }: ApiDeps, disk: DiskWatch): void {
  app.setErrorHandler((error, request, reply) => {
    const namedRevision = request.headers['if-match'] !== undefined;
    const { status, headers, body } = errorAnswerOf(error, request.id, namedRevision);
    logRefusal(securityLog, request, status, body.code);
    if (body.code === 'storage.full') disk.refused();
    // The store watch logs once that a store is down.
    if (status >= 500) {
      request.log[status === 503 ? 'info' : 'error']({ err: error, code: body.code }, 'request failed');
      reportFailedRequest(recorder, request, status, error);
    }
    return reply.code(status).headers(headers).send(body);
  });
}

async function servePages(app: FastifyInstance, config: ApiConfig): Promise<void> {
  const { webDir, registration, clientErrorReports } = config;
  const client = webDir === null ? null : await serveWebClient(app, webDir, clientErrorReports);
  const connectSrc = clientErrorReports ? [clientErrorReports.origin] : [];
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (client !== null && isPage(request)) {
      const { captcha } = registration;
      const more = captcha && isRegistrationPage(request) ? captchaSources[captcha.provider] : {};
      await allowSources(reply, {
        ...more,
        scriptSrc: [...client.ownScripts, ...(more.scriptSrc ?? [])],
        connectSrc: [...connectSrc, ...(more.connectSrc ?? [])],
      });
      return answerPage(request, reply, client);
    }
    throw new ApiError('notFound');
  });
}

/**
 * The service's HTTP and socket interface over open stores. `app.inject` answers calls without a port; sockets need a
 * listening server.
 */
export function buildApp(deps: ApiDeps, attachTo?: AttachTo): FastifyInstance {
  const { config } = deps;
  const patience = config.slowClients ?? slowClients;
  const app: FastifyInstance = fastify({
    genReqId: newRequestId,
    requestIdHeader: false,
    // A busy machine is no reason to give up the start.
    pluginTimeout: 0,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    logger: logOptions(config.logLevel),
    ...unreadableRequests,
    ...(attachTo
      ? {
          serverFactory: (listener: RequestListener) => {
            attachTo.use(listener);
            return attachTo.server;
          },
        }
      : {}),
  });
  const stores = watchStores(deps, app.log);
  const disk = watchDisk(config.dataDir);
  const blobs = watchBlobs(deps.operations.blobs);
  const stopping = new AbortController();
  const gitApps = openGitApps(config.gitApps, deps.operations.gitHubAppKeys);
  const gitTokens = openGitTokens(config.outgoingGuard, gitApps, deps.operations.serviceGrants);
  const fetch = openFetch(config.outgoingGuard.proxies);
  const api: Api = {
    ...deps,
    fetch,
    stores,
    blobs,
    disk,
    sessions: recentSessions(deps.operations.sessions),
    owners: streamOwners(deps.eventLog),
    unshownChanges: openUnshownChanges(deps.eventLog),
    workNotices: workNotices(),
    known: agentKnowledge(),
    stopping: stopping.signal,
    repositories: repositoryReader(join(config.dataDir, 'git-cache'), config.gitAddresses, ({ accountId, gitUrl }) =>
      gitAccessOf({ ...deps, gitTokens }, accountId, gitUrl),
    ),
    services: openJsonReader(config.outgoingGuard),
    poster: openPoster(config.outgoingGuard),
    gitApps,
    gitTokens,
    serviceLists: new AnswerCache(),
    slackHealth: new AnswerCache(),
    jiraHealth: new AnswerCache(),
    releaseIssues: new AnswerCache(),
    distributions: openDistributions(),
    outgoingAnalyses: new LruCache(outgoingKept),
    uploadReader: uploadReader(),
    proposer: projectProposer(),
    uploadSlots: uploadSlots(uploadLimits.openPerAccount),
    signInLimits: signInLimits(),
    mailLimits: signInLimits(),
    promoLimits: signInLimits(),
    requestQuota: requestQuota(config.quotas.requestsPerMinute),
    authStarts: requestQuota(authStartsPerMinute, 'rate.limited'),
    publicReads: requestQuota(publicReadsPerMinute, 'rate.limited'),
    authProviders: authProviders(config.authProviders, fetch),
    flags: openFlags(config.flags, fetch, (reason) => app.log.warn({ reason }, 'a flag service does not answer')),
    replays: replayReader(deps.eventLog),
  };

  app.decorateRequest('caller', null);
  measureRequests(app, deps.recorder);
  tellVersion(app);
  const checks = config.checkAnswers ?? false;
  app.setSerializerCompiler(answerSerialization(checks));
  // Checked answers are written by the compiled serializers.
  if (!checks) writeLongListsInTurns(app);
  answerErrors(app, deps, disk);

  app.register(async (root) => {
    await addSecurityHeaders(root);
    limitRefusedBodies(root, patience);
    await compressAnswers(root);
    await describeApi(root, config.version);
    await scopesByBody(root, patience, (scope, mediaType) => {
      for (const route of routeTable) if (mediaTypeOf(route.call) === mediaType) registerRoute(scope, api, route);
    });
    await receiveWebhooks(root, api, patience);
    await receiveBillingNotices(root, api, patience);
    await serveCardFrame(root, config);
    await serveManifestPage(root, api);
    await receiveSlackCommands(root, api, patience);
    await serveBadges(root, api);
    await serveMetrics(root, api);
    await serveMcp(root, api, patience);
    await servePages(root, config);
  });

  let live: LiveServer | null = null;
  let ownerAnswers: { stop(): Promise<void> } | null = null;
  app.addHook('onReady', async () => {
    stores.start();
    const { ownerQuestions } = api.operations;
    ownerAnswers = answerOwnerQuestions(
      ownerQuestions,
      (question, signal) => ownersAskedFor(api, question, signal),
      app.log,
    );
    live = await startLiveServer(app.server, api, routeTable, app.log, patience.greeting);
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    stores.stop();
    await live?.stop();
    await ownerAnswers?.stop();
    api.services.close();
    api.poster.close();
    gitTokens.close();
    api.uploadReader.close();
    api.proposer.close();
  });
  return app;
}
