import { InvalidFields } from '@assay/application';
import { analyticsCalls, isTimeZone, messages } from '@assay/contract';
import { route } from '../http/route.ts';

export const getUsage = route(analyticsCalls.getUsage, async ({ caller, query: { timeZone = 'UTC' } }) => {
  if (!isTimeZone(timeZone)) throw new InvalidFields({ field: 'timeZone', message: messages.selectTimeZone });
  return caller.models.usage(timeZone, new Date());
});
