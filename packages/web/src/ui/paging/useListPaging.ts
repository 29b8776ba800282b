import { limits } from '@assay/contract';
import { useLocalStorage } from '@mantine/hooks';

/** `endless`: the whole list scrolls. `pages`: it has pages of `limits.resultsPage`. */
export type ListDisplay = 'endless' | 'pages';

/** How a long list is shown. */
export type ListPaging = {
  /** Whether the list is long enough for the choice: it has more than `limits.resultsPagedAbove` items. */
  isOffered: boolean;
  display: ListDisplay;
  setDisplay: (display: ListDisplay) => void;
  /** Items per page; null: the list is endless. */
  size: number | null;
};

/**
 * The choice between an endless list and pages, one for all lists, remembered in this browser.
 * @param total how many items match
 */
export function useListPaging(total: number): ListPaging {
  const [display, setDisplay] = useLocalStorage<ListDisplay>({
    key: 'assay.listDisplay',
    defaultValue: 'endless',
    getInitialValueInEffect: false,
  });
  const isOffered = total > limits.resultsPagedAbove;
  return { isOffered, display, setDisplay, size: isOffered && display === 'pages' ? limits.resultsPage : null };
}
