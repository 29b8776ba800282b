import { limits } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import { formatCount } from '../format/formatNumbers.ts';
import { Pager } from '../Pager.tsx';
import styles from './ListFoot.module.css';
import type { ListDisplay, ListPaging } from './useListPaging.ts';

const displays = [
  { value: 'endless', label: 'Endless' },
  { value: 'pages', label: `Pages of ${limits.resultsPage}` },
] as const satisfies readonly { value: ListDisplay; label: string }[];

type Props = {
  paging: ListPaging;
  /** From 1. */
  page: number;
  /** Items on this page. */
  shown: number;
  total: number;
  /** There are more, which are still being loaded. */
  isLeast?: boolean;
  onPage: (page: number) => void;
};

/** The foot of a long list: the choice between an endless list and pages, and the pages. Nothing below a short list. */
export function ListFoot({ paging, page, shown, total, isLeast = false, onPage }: Props) {
  const { isOffered, display, setDisplay, size } = paging;
  if (!isOffered) return null;
  return (
    <div className={styles.foot}>
      <SegmentedControl
        size="xs"
        aria-label="Display of the list"
        data={[...displays]}
        value={display}
        onChange={(picked) => {
          setDisplay(picked as ListDisplay);
          onPage(1);
        }}
      />
      {size !== null && <Pager page={page} size={size} shown={shown} total={total} isLeast={isLeast} onPage={onPage} />}
      <span className="visuallyHidden" role="status">
        {size !== null && `Page ${formatCount(page)} of ${formatCount(Math.ceil(total / size))}`}
      </span>
    </div>
  );
}
