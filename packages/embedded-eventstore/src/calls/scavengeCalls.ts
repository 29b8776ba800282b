import operations, {
  type ScavengeResp,
  type StartScavengeReq,
  type StopScavengeReq,
} from '@eventstore/db-client/generated/operations_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { scavengeNotFound, toCallError } from '../protocol/callErrors.ts';
import type { EventLog } from '../storage/openEventLog.ts';

const { ScavengeResult } = operations.ScavengeResp;

const response = (id: string, result: ScavengeResp.ScavengeResult) =>
  new operations.ScavengeResp().setScavengeId(id).setScavengeResult(result);

/**
 * `Operations.StartScavenge`: answers the id of the run in progress if there is one. The options of the request tune
 * what this store does not have, and are ignored.
 */
export function startScavengeCall({ scavenger }: EventLog) {
  return (_call: ServerUnaryCall<StartScavengeReq, ScavengeResp>, answer: sendUnaryData<ScavengeResp>): void => {
    const running = scavenger.runningId;
    if (running) answer(null, response(running, ScavengeResult.INPROGRESS));
    else answer(null, response(scavenger.start(), ScavengeResult.STARTED));
  };
}

/** `Operations.StopScavenge`: what the run has removed stays removed. */
export function stopScavengeCall({ scavenger }: EventLog) {
  return (call: ServerUnaryCall<StopScavengeReq, ScavengeResp>, answer: sendUnaryData<ScavengeResp>): void => {
    const id = call.request.getOptions()?.getScavengeId() ?? '';
    if (scavenger.runningId !== id) {
      answer(scavengeNotFound(id));
      return;
    }
    scavenger.stop().then(
      () => answer(null, response(id, ScavengeResult.STOPPED)),
      (error: unknown) => answer(toCallError(error)),
    );
  };
}
