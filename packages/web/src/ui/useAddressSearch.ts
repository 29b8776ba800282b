import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * The query string of the address, and how to change it.
 *
 * The router renders a new address when there is time for it. A change that comes before that is made to what the
 * address has become, not to what is still shown: otherwise it would take back the change before it, or lead back to
 * the screen that was just left.
 */
export function useAddressSearch() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const changeSearch = useCallback(
    (change: (before: URLSearchParams) => URLSearchParams, options: { replace?: boolean } = {}) => {
      const { location } = window;
      if (new URL(pathname, location.origin).pathname !== location.pathname) return;
      void navigate(`?${change(new URLSearchParams(location.search))}`, options);
    },
    [pathname, navigate],
  );
  return { search, changeSearch };
}
