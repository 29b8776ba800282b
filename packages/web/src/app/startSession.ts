import { makeOwnWrites } from '../connection/connectionTools.ts';
import { socketLost, socketOpened } from '../connection/liveSlice.ts';
import { makeLiveSocket } from '../connection/liveSocket.ts';
import { rememberedSession } from '../connection/rememberedSession.ts';
import { makeRepeatKeys } from '../connection/repeatKeys.ts';
import { sendForm } from '../connection/sendForm.ts';
import { serviceApi } from '../connection/serviceApi.ts';
import { loggedOut, sessionEnded, signedIn } from '../connection/sessionSlice.ts';
import { watchSleep } from '../connection/watchSleep.ts';
import { keepLinkedPromoCode } from '../ui/billing/linkedPromoCode.ts';
import { makeStore, type Store } from './store.ts';

/** The store with its socket: signing in, choosing an account and signing out also reset the socket and the cache. */
export function startSession(): Store {
  const live = makeLiveSocket(window.location.origin, {
    opened: () => void store.dispatch(socketOpened()),
    lost: () => void store.dispatch(socketLost()),
  });
  keepLinkedPromoCode(window.location.search);
  const now = () => Date.now();
  const fetch = window.fetch.bind(window);
  const tools = { fetch, sendForm, live, ownWrites: makeOwnWrites(now), repeatKeys: makeRepeatKeys(now), now };
  const store = makeStore(tools, rememberedSession.token());

  let last = store.getState().session;
  store.subscribe(() => {
    const session = store.getState().session;
    if (session === last) return;
    const before = last;
    last = session;
    if (session.token !== before.token) rememberedSession.keepToken(session.token);
    if (session.accountName !== null) rememberedSession.keepAccount(session.accountName);
    if (session.token === null) {
      live.disconnect();
      store.dispatch(serviceApi.util.resetApiState());
      return;
    }
    const isOther = before.accountId !== null && session.accountId !== before.accountId;
    if (isOther) store.dispatch(serviceApi.util.resetApiState());
    if (isOther || session.token !== before.token) live.connect(session.token);
    if (session.accountId !== null && session.accountId !== before.accountId) live.follow(session.accountId);
  });
  // Before anything is known of the person: the socket is open when the first page has been read.
  if (last.token !== null) live.connect(last.token);

  window.addEventListener('online', () => live.retryNow());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) live.retryNow();
  });
  watchSleep(() => live.reconnect());

  // Signing in or out applies to all tabs.
  window.addEventListener('storage', (event) => {
    if (event.key !== rememberedSession.tokenKey) return;
    const token = rememberedSession.token();
    const before = store.getState().session;
    if (token === before.token) return;
    if (token !== null) {
      if (before.token !== null) store.dispatch(sessionEnded({ token: before.token }));
      store.dispatch(signedIn({ token }));
    } else store.dispatch(loggedOut());
  });
  return store;
}
