import streams, { type DeleteReq, type DeleteResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { toCallError } from '../protocol/callErrors.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { endStream } from './endStream.ts';

/** `Streams.Delete`: from now on the stream reads as missing, and it may be written to again. */
export function deleteCall(log: EventLog) {
  return (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>): void => {
    endStream('delete', call.request.getOptions(), log).then(
      (position) => {
        const at = new streams.DeleteResp.Position();
        at.setCommitPosition(String(position));
        at.setPreparePosition(String(position));
        answer(null, new streams.DeleteResp().setPosition(at));
      },
      (error: unknown) => answer(toCallError(error)),
    );
  };
}
