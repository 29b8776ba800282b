import { tqlCalls } from '@assay/contract';
import { type Route, route } from '../http/route.ts';
import { readTql } from './readTql.ts';

const queryResults = route(tqlCalls.queryResults, async ({ caller, body }) =>
  caller.models.tqlResults(readTql(body.tql)),
);

export const tqlRoutes: readonly Route[] = [queryResults];
