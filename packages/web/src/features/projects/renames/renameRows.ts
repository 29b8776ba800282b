import type { TestId, TestRename } from '@assay/contract';

/** Renames that are shown as one: the tests of a file that has moved. */
export type RenameRow = Pick<TestRename, 'file' | 'formerFile' | 'reason' | 'at'> & {
  ids: TestId[];
  /** Of a single test; null: `ids` are several of one file. */
  name: string | null;
  formerName: string | null;
};

/** @returns a row for each file that has moved, and one for each other rename, in their order */
export function renameRows(renames: readonly TestRename[]): RenameRow[] {
  const rows = new Map<string, RenameRow>();
  for (const { id, file, name, formerFile, formerName, reason, at } of renames) {
    const hasMoved = formerName === name && formerFile !== file;
    const key = JSON.stringify(hasMoved ? [formerFile, file, reason] : [id]);
    const row = rows.get(key);
    if (row) rows.set(key, { ...row, ids: [...row.ids, id], name: null, formerName: null });
    else rows.set(key, { ids: [id], file, name, formerFile, formerName, reason, at });
  }
  return [...rows.values()];
}
