import { useSessionStorage } from '@mantine/hooks';
import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../../connection/connectionTools.ts';

const most = 2;

/** @returns the ids of the runs picked to be compared, in the order in which they were; a third takes the first's place */
export function pickedWith(picked: readonly string[], id: string): string[] {
  return picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id].slice(-most);
}

/** The runs of the account that this tab's person picked to be compared; they stay picked while they go on reading. */
export function usePickedRuns() {
  const account = useSelector((state: ConnectionState) => state.session.accountId);
  const [picked, setPicked] = useSessionStorage<string[]>({
    key: `assay.comparedRuns.${account}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    picked,
    flip: (id: string) => setPicked((before) => pickedWith(before, id)),
    swap: () => setPicked((before) => [...before].reverse()),
    clear: () => setPicked([]),
  };
}
