import { RunLogText, TestRunId } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

const pieceBytes = 256 * 1024;
const Params = Type.Object({
  id: TestRunId,
  name: Type.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z0-9._-]+$' }),
});
const Query = Type.Object({ offset: Type.Optional(Type.Integer({ minimum: 0 })) });

export const readLog = route({
  method: 'GET',
  url: '/test-runs/:id/logs/:name',
  summary: 'A piece of a log from an offset in bytes',
  permission: 'testRun.read',
  params: Params,
  query: Query,
  answer: RunLogText,
  handle: async ({ api, caller, params: { id, name }, query: { offset = 0 } }) => {
    await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
    return api.operations.logs.read(id, name, offset, pieceBytes);
  },
});
