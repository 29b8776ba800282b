import { limits, staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listSetAsideReactions = route(
  staffCalls.listSetAsideReactions,
  ({ api, query: { offset = 0, limit = limits.maxPage } }) => api.readModels.setAsideReactions({ offset, limit }),
);
