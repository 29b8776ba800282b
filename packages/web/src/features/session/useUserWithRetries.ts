import { retries } from '@assay/contract';
import { useEffect, useState } from 'react';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';

/**
 * Loads the user after sign-in: up to 20 attempts, a second apart, because the read model may lag behind.
 * @returns the query, and whether all attempts failed
 */
export function useUserWithRetries() {
  const query = useGetMeQuery();
  const [attempts, setAttempts] = useState(1);
  const gaveUp = query.isError && attempts >= retries.userLoad.attempts;
  const { isError, isFetching, refetch } = query;
  // Depends on the attempts, because a refusal may come so quickly that no render sees the query fetching.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isError || isFetching || gaveUp) return;
    const timer = setTimeout(() => {
      setAttempts((count) => count + 1);
      void refetch();
    }, retries.userLoad.intervalSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isError, isFetching, gaveUp, refetch, attempts]);
  return {
    user: query.data,
    error: query.error,
    gaveUp,
    startOver: () => {
      setAttempts(1);
      void refetch();
    },
  };
}
