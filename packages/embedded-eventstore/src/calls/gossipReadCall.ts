import { randomUUID } from 'node:crypto';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';

const TICKS_PER_MS = 10_000n;

/** `Gossip.Read`: the cluster is this one node, and it leads. Clients that discover their node ask for it. */
export function gossipReadCall(endPoint: () => { host: string; port: number }) {
  const instanceId = new shared.UUID().setString(randomUUID());
  return (_call: ServerUnaryCall<Empty, ClusterInfo>, answer: sendUnaryData<ClusterInfo>): void => {
    const { host, port } = endPoint();
    const member = new gossip.MemberInfo()
      .setInstanceId(instanceId)
      .setTimeStamp(String(BigInt(Date.now()) * TICKS_PER_MS))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
    answer(null, new gossip.ClusterInfo().setMembersList([member]));
  };
}
