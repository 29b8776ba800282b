import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operations, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import { credentials, Metadata } from '@grpc/grpc-js';

/** The calls about scavenges, which the client for Node.js does not have; to be closed. */
export const scavengesOf = (url: string) =>
  new operationsGrpc.OperationsClient(new URL(url.replace('esdb:', 'http:')).host, credentials.createInsecure());

/** Answers when the scavenge has begun. */
export function startScavenge(url: string): Promise<ScavengeResp> {
  const calls = scavengesOf(url);
  const request = new operations.StartScavengeReq().setOptions(new operations.StartScavengeReq.Options());
  return new Promise<ScavengeResp>((resolve, reject) => {
    calls.startScavenge(request, new Metadata(), (error, response) => (error ? reject(error) : resolve(response)));
  }).finally(() => calls.close());
}
