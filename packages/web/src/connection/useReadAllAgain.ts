import { useStore } from 'react-redux';
import { serviceApi } from './serviceApi.ts';

type ServiceState = { [serviceApi.reducerPath]: ReturnType<typeof serviceApi.reducer> };

/**
 * @returns what drops every cached answer that nothing shows and reads all others again, until they are answered: an
 * answer that could not be rendered would otherwise be rendered again from the cache
 */
export function useReadAllAgain(): () => Promise<void> {
  const store = useStore<ServiceState>();
  function underWay(): string[] {
    const queries = Object.values(store.getState()[serviceApi.reducerPath].queries);
    return queries.flatMap((query) => (query?.status === 'pending' ? [query.requestId] : []));
  }
  return async () => {
    store.dispatch(serviceApi.util.invalidateTags(['call']));
    const waitedFor = new Set(underWay());
    const isOver = () => !underWay().some((requestId) => waitedFor.has(requestId));
    if (isOver()) return;
    await new Promise<void>((resolve) => {
      const unsubscribe = store.subscribe(() => {
        if (!isOver()) return;
        unsubscribe();
        resolve();
      });
    });
  };
}
