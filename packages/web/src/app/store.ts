import { configureStore } from '@reduxjs/toolkit';
import type { ConnectionTools } from '../connection/connectionTools.ts';
import { liveSlice } from '../connection/liveSlice.ts';
import { overtakenReads } from '../connection/overtakenReads.ts';
import { serviceApi } from '../connection/serviceApi.ts';
import { sessionSlice } from '../connection/sessionSlice.ts';

/** The store of one page; tests create their own, with their own tools. */
export function makeStore(tools: ConnectionTools, token: string | null) {
  return configureStore({
    reducer: {
      session: sessionSlice.reducer,
      live: liveSlice.reducer,
      [serviceApi.reducerPath]: serviceApi.reducer,
    },
    preloadedState: { session: { token, accountId: null, accountName: null, keepsPlace: true } },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: tools },
        // These walk the whole state on every action, which is too slow for development with the results of a large
        // run.
        immutableCheck: false,
        serializableCheck: false,
      }).concat(overtakenReads, serviceApi.middleware),
  });
}

export type Store = ReturnType<typeof makeStore>;
