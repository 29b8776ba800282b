import type { CodeOwnersView, TestResultView, TestRunView } from '@assay/contract';
import { useGetCodeOwnersQuery } from '../../../connection/serviceHooks.ts';

/** Who owns the file of a test by the CODEOWNERS file at the run's commit; undefined where that cannot be read. */
export function useCodeOwners(
  { projectId: id, file }: Pick<TestResultView, 'projectId' | 'file'>,
  { commit }: Pick<TestRunView, 'commit'>,
  { skip = false }: { skip?: boolean } = {},
): { codeOwners: CodeOwnersView | undefined; isLoading: boolean } {
  const { currentData: codeOwners, isFetching: isLoading } = useGetCodeOwnersQuery(
    { params: { id }, query: { commit: commit ?? '', file } },
    { skip: skip || !commit || file === '' },
  );
  return { codeOwners, isLoading };
}

/** @returns where it says so: 'CODEOWNERS, line 12'; the name of the file is always the same. */
export function sourceText({ line, section }: CodeOwnersView['rules'][number]): string {
  return `CODEOWNERS, ${section === null ? '' : `${section}, `}line ${line}`;
}
