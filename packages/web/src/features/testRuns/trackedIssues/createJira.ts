import { switchedOn } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';

const createJira = { isOpen: switchedOn('createJira', 'true') };

/** Whether the address asks for the dialog that creates an issue, `?createJira=true`, and how to change that. */
export function useCreateJira() {
  const { filters, setFilters } = useUrlFilters(createJira, { replace: true });
  return {
    isOpen: filters.isOpen,
    open: () => setFilters({ isOpen: true }),
    close: () => setFilters({ isOpen: false }),
  };
}
