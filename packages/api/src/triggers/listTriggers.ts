import { triggerCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listTriggers = route(triggerCalls.listTriggers, ({ caller }) => caller.models.triggers(new Date()));
