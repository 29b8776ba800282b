import { useCallback, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';
import { useIsVisible } from '../useIsVisible.ts';
import { allSeen, keepLooks, keptLooks, type Look, type Looks, lookedAgain } from './looks.ts';

/**
 * Remembers in this browser when the person last looked at a screen of the account.
 * @param newest when the newest thing that the screen shows came to be, by the service's clock, 0 if it shows that there
 * is none; null while what is shown is no look: it loads, or shows a part only
 * @returns the look since which things are new, null if there was none; and what makes all of them seen
 */
export function useLastLook(screen: string, newest: number | null): { before: Look | null; markSeen: () => void } {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: me } = useGetMeQuery();
  const key = me && accountId !== null ? `assay.looks.${screen}.${accountId}.${me.id}` : null;
  const isVisible = useIsVisible();
  const [looks, setLooks] = useState<Looks | null>(null);
  const inView = useRef<string | null>(null);

  useEffect(() => {
    if (key === null) return;
    if (newest === null || !isVisible) {
      inView.current = null;
      const known = keptLooks(key);
      setLooks(known && lookedAgain(known, { ...known.last, at: Date.now() }, false));
      return;
    }
    const look = (goesOn: boolean) => {
      const known = lookedAgain(keptLooks(key), { at: Date.now(), newest }, goesOn);
      keepLooks(key, known);
      return known;
    };
    setLooks(look(inView.current === key));
    inView.current = key;
    // A look lasts until the screen goes out of view.
    return () => void look(true);
  }, [key, newest, isVisible]);

  const markSeen = useCallback(() => {
    const known = key === null ? null : keptLooks(key);
    if (key === null || known === null) return;
    keepLooks(key, allSeen(known));
    setLooks(allSeen(known));
  }, [key]);
  return { before: looks?.before ?? null, markSeen };
}
