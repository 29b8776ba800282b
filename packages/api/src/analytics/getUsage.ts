import { InvalidFields } from '@assay/application';
import { analyticsCalls, isTimeZone, messages } from '@assay/contract';
import { momentOf } from '../http/momentOf.ts';
import { route } from '../http/route.ts';

export const getUsage = route(analyticsCalls.getUsage, async ({ caller, query: { timeZone = 'UTC', at } }) => {
  if (!isTimeZone(timeZone)) throw new InvalidFields({ field: 'timeZone', message: messages.selectTimeZone });
  const moment = momentOf(at);
  return caller.models.usage(timeZone, new Date(moment ?? Date.now()), moment);
});
