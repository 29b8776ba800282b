import { tqlCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { readTql } from './readTql.ts';

export const queryResults = route(tqlCalls.queryResults, async ({ caller, body }) =>
  caller.models.tqlResults(readTql(body.tql)),
);
