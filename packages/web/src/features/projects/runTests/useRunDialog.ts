import { useAddressSearch } from '../../../ui/useAddressSearch.ts';

/** Which tests the address asks to run: a suite's id, '' for all of the project; null while nothing is asked. */
export function useRunDialog() {
  const { search, changeSearch } = useAddressSearch();
  const set = (run: string | null) =>
    changeSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('run');
        if (run !== null) next.set('run', run);
        return next;
      },
      { replace: true },
    );
  return { asked: search.get('run'), ask: (suiteId: string) => set(suiteId), close: () => set(null) };
}
