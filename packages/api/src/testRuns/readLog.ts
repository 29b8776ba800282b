import { testRunCalls } from '@assay/contract';
import { route } from '../http/route.ts';

const pieceBytes = 256 * 1024;
export const readLog = route(
  testRunCalls.readLog,
  async ({ api, caller, params: { id, name }, query: { offset = 0 } }) => {
    await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
    return api.operations.logs.read(id, name, offset, pieceBytes);
  },
);
