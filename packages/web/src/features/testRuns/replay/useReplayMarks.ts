import type { TestRunView } from '@assay/contract';
import { useMemo } from 'react';
import { useListTestRunMessagesQuery } from '../../../connection/serviceHooks.ts';
import { timeOf } from '../../../ui/format/formatTime.ts';
import type { PlayedMark, ReplayTape } from './replayTape.ts';

/** @returns the marks of a tape with the messages that were written while the run went on, in their order */
export function useReplayMarks(tape: ReplayTape, run: TestRunView): readonly PlayedMark[] {
  const { currentData } = useListTestRunMessagesQuery({ params: { id: run.id } });
  const messages = currentData?.messages;
  return useMemo(() => {
    const last = tape.timeAt(tape.end);
    const written = (messages ?? []).flatMap(({ id, createdAt, deletedAt }): PlayedMark[] => {
      const time = timeOf(createdAt) - timeOf(run.createdAt);
      return deletedAt !== null || time > last ? [] : [{ at: tape.placeOfTime(time), key: id, mark: 'message' }];
    });
    // A copy: a tape that grows goes on in the same list.
    return [...tape.marks, ...written].sort((one, other) => one.at - other.at);
  }, [tape, messages, run.createdAt]);
}
