import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * @returns the query string as the address has it now. The router renders a new address when there is time for it, so
 * whoever acts on what is still shown may come before that.
 */
export function addressSearch(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/**
 * The query string of the address, and how to change it. A change is made to what the address has become, not to what is
 * still shown: otherwise it would take back the change before it, or lead back to the screen that was just left.
 */
export function useAddressSearch() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const changeSearch = useCallback(
    (change: (before: URLSearchParams) => URLSearchParams, options: { replace?: boolean } = {}) => {
      const { location } = window;
      if (new URL(pathname, location.origin).pathname !== location.pathname) return;
      void navigate(`?${change(addressSearch())}`, options);
    },
    [pathname, navigate],
  );
  return { search, changeSearch };
}
