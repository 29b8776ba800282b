import { testRunCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

const pieceBytes = 256 * 1024;
export const readLog = route(
  testRunCalls.readLog,
  async ({ api, caller, params: { id, name }, query: { offset = 0 } }) => {
    await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
    const piece = await api.operations.logs.read(id, name, offset, pieceBytes);
    if (piece.size === 0 && (await caller.models.expiredDetails(id)).logs) throw new ApiError('log.expired');
    return { ...piece, times: piece.times.map(({ line, at }) => ({ line, at: at.toISOString() })) };
  },
);
