import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import monitoring from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_grpc_pb.js';
import type { Server } from '@grpc/grpc-js';
import { appendCall } from '../calls/appendCall.ts';
import { batchAppendCall } from '../calls/batchAppendCall.ts';
import { deleteCall } from '../calls/deleteCall.ts';
import { gossipReadCall } from '../calls/gossipReadCall.ts';
import { readCall } from '../calls/readCall.ts';
import { refuseCalls } from '../calls/refuseCall.ts';
import { startScavengeCall, stopScavengeCall } from '../calls/scavengeCalls.ts';
import { supportedMethodsCall } from '../calls/supportedMethodsCall.ts';
import { tombstoneCall } from '../calls/tombstoneCall.ts';
import { UnfinishedAppends } from '../calls/unfinishedAppends.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { readAppendMessage, readBatchAppendMessage } from './appendMessages.ts';
import { readWithBounds } from './boundedReader.ts';
import type { OpenCalls } from './openCalls.ts';

const alreadyEncoded = (message: Buffer) => message;

/**
 * Where events pass through, messages are read and written without the generated classes. Events are stored as the
 * encoded messages that Read sends, so there is nothing left to serialize.
 */
function streamsService() {
  const service = readWithBounds(streams.StreamsService);
  return {
    ...service,
    read: { ...service.read, responseSerialize: alreadyEncoded },
    append: { ...service.append, requestDeserialize: readAppendMessage },
    batchAppend: {
      ...service.batchAppend,
      requestDeserialize: readBatchAppendMessage,
      responseSerialize: alreadyEncoded,
    },
  };
}

const servedServices = [
  streams.StreamsService,
  gossip.GossipService,
  features.ServerFeaturesService,
  {
    startScavenge: operations.OperationsService.startScavenge,
    stopScavenge: operations.OperationsService.stopScavenge,
  },
];

const refusedServices = [
  persistent.PersistentSubscriptionsService,
  projections.ProjectionsService,
  monitoring.MonitoringService,
  users.UsersService,
];

/**
 * Registers the handler of each method with the gRPC server.
 * @param maximumAppendSize bytes that one append may hold
 */
export function registerServices(server: Server, log: EventLog, openCalls: OpenCalls, maximumAppendSize: number): void {
  const unfinished = new UnfinishedAppends();
  server.addService(streamsService(), {
    read: readCall(log, openCalls),
    append: appendCall(log, openCalls, maximumAppendSize, unfinished),
    batchAppend: batchAppendCall(log, openCalls, maximumAppendSize, unfinished),
    delete: deleteCall(log),
    tombstone: tombstoneCall(log),
  });
  server.addService(readWithBounds(gossip.GossipService), { read: gossipReadCall() });
  server.addService(readWithBounds(features.ServerFeaturesService), {
    getSupportedMethods: supportedMethodsCall(servedServices),
  });
  server.addService(readWithBounds(operations.OperationsService), {
    ...refuseCalls(operations.OperationsService),
    startScavenge: startScavengeCall(log),
    stopScavenge: stopScavengeCall(log),
  });
  for (const service of refusedServices) server.addService(readWithBounds(service), refuseCalls(service));
}
