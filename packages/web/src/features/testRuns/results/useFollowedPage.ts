import { useEffect, useRef } from 'react';
import type { FileNode } from './resultTree.ts';
import { pageOfTest } from './usePagedTree.ts';

type Followed = {
  /** The test that the user chose; null: none. */
  asked: string | null;
  shown: readonly FileNode[];
  /** Tests per page; null: the list is endless. */
  size: number | null;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
};

/**
 * Turns to the page of a test when it is chosen, such as by keys that move on to the next page. A page that the address
 * names stays.
 */
export function useFollowedPage({ asked, shown, size, page, onPage }: Followed): void {
  const followed = useRef(page > 1 ? asked : null);
  useEffect(() => {
    if (size === null || shown.length === 0 || asked === followed.current) return;
    followed.current = asked;
    const to = asked === null ? null : pageOfTest(shown, asked, size);
    if (to !== null && to !== page) onPage(to);
  }, [asked, shown, size, page, onPage]);
}
