import { limits } from '@assay/contract';
import { useSessionStorage } from '@mantine/hooks';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../../connection/connectionTools.ts';

/** As many as a page of the list has at most. */
const most = Math.max(...limits.pageSizesOfTestRuns);

/** @returns the ids of the picked runs, in the order in which they were picked; at most a page of them, the last ones */
export function pickedWith(picked: readonly string[], ids: readonly string[]): string[] {
  return [...picked, ...ids.filter((id) => !picked.includes(id))].slice(-most);
}

/** The runs of the account that this tab's person picked, to be compared or changed together; they stay picked. */
export function usePickedRuns() {
  const account = useSelector((state: ConnectionState) => state.session.accountId);
  const [picked, setPicked] = useSessionStorage<string[]>({
    key: `assay.comparedRuns.${account}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const drop = (ids: readonly string[]) => setPicked((before) => before.filter((id) => !ids.includes(id)));
  const pick = (ids: readonly string[]) => setPicked((before) => pickedWith(before, ids));
  return {
    picked,
    pick,
    drop,
    flip: (id: string) => (picked.includes(id) ? drop([id]) : pick([id])),
    swap: () => setPicked((before) => [...before].reverse()),
    clear: () => setPicked([]),
  };
}
