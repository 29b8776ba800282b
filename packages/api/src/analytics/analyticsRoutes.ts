import { InvalidFields } from '@assay/application';
import { analyticsCalls, isTimeZone, messages } from '@assay/contract';
import { momentOf } from '../http/momentOf.ts';
import { type Route, route } from '../http/route.ts';
import { readFlakyTests } from './readFlakyTests.ts';
import { statsQueryOf } from './statsQuery.ts';

const getTestRunInfo = route(analyticsCalls.getTestRunInfo, async ({ caller, query }) =>
  caller.models.testRunInfo(statsQueryOf(query)),
);

const getTestInfo = route(analyticsCalls.getTestInfo, async ({ caller, query }) =>
  caller.models.testInfo(statsQueryOf(query)),
);

const getFlakyTestInfo = route(analyticsCalls.getFlakyTestInfo, async ({ caller, query }) =>
  readFlakyTests(caller.models, statsQueryOf(query)),
);

const getSlowerTestInfo = route(analyticsCalls.getSlowerTestInfo, async ({ caller, query }) =>
  caller.models.slowerTestInfo(statsQueryOf(query)),
);

const getUsage = route(analyticsCalls.getUsage, async ({ caller, query: { timeZone = 'UTC', at } }) => {
  if (!isTimeZone(timeZone)) throw new InvalidFields({ field: 'timeZone', message: messages.selectTimeZone });
  const moment = momentOf(at);
  return caller.models.usage(timeZone, new Date(moment ?? Date.now()), moment);
});

export const analyticsRoutes: readonly Route[] = [
  getTestRunInfo,
  getTestInfo,
  getFlakyTestInfo,
  getSlowerTestInfo,
  getUsage,
];
