import type { RouteTopic } from '../http/route.ts';

/** A topic about one run, for those who may see the run. */
export function topicOfRun(name: 'testRun' | 'testRunTests' | 'testRunLogs'): RouteTopic {
  return { name, isOwn: async (id, { api, accountId }) => (await api.owners.ownerOf(`testRun-${id}`)) === accountId };
}
