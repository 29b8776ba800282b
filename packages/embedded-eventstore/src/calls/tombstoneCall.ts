import streams, { type TombstoneReq, type TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { toCallError } from '../protocol/callErrors.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { endStream } from './endStream.ts';

/** `Streams.Tombstone`: deletes the stream for good; its name cannot be used again. */
export function tombstoneCall(log: EventLog) {
  return (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, answer: sendUnaryData<TombstoneResp>): void => {
    endStream('tombstone', call.request.getOptions(), log).then(
      (position) => {
        const at = new streams.TombstoneResp.Position();
        at.setCommitPosition(String(position));
        at.setPreparePosition(String(position));
        answer(null, new streams.TombstoneResp().setPosition(at));
      },
      (error: unknown) => answer(toCallError(error)),
    );
  };
}
