import type { CallInput, Position, testRunCalls } from '@assay/contract';
import { useEffect, useMemo, useState } from 'react';
import { serviceEndpoints } from '../../../connection/serviceEndpoints.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { type ReplayOrder, ReplayTape } from './replayTape.ts';

type Input = CallInput<typeof testRunCalls.replayTestRun>;
type Loaded = { tape: ReplayTape; late: boolean; complete: boolean; error: unknown };

/** Never grown: a longer tape shares what it grew from. */
const empty: Loaded = { tape: new ReplayTape([], 'known'), late: false, complete: false, error: undefined };

/** A tape that grows while its pages come, one after the other. */
export function useReplayTape(testRunId: string, order: ReplayOrder) {
  const dispatch = useAppDispatch();
  const [loaded, setLoaded] = useState(empty);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins again
  useEffect(() => {
    let left = false;
    async function load(): Promise<void> {
      let tape = new ReplayTape([], 'known');
      let late = false;
      let after: Position | null = null;
      do {
        const input: Input = { params: { id: testRunId }, query: after === null ? {} : { after } };
        const { data, error } = await dispatch(
          serviceEndpoints.endpoints.replayTestRun.initiate(input, { subscribe: false, forceRefetch: true }),
        );
        if (left) return;
        if (!data) {
          setLoaded({ tape, late, complete: false, error });
          return;
        }
        tape = tape.grown(data.frames);
        late ||= data.frames.some(({ happened }) => happened !== undefined);
        after = data.next;
        setLoaded({ tape, late, complete: after === null, error: undefined });
      } while (after !== null);
    }
    setLoaded(empty);
    void load();
    return () => {
      left = true;
    };
  }, [testRunId, dispatch, tries]);

  const { tape: known, late } = loaded;
  const tape = useMemo(
    () => (late && order === 'happened' ? new ReplayTape(known.frames, 'happened') : known),
    [known, late, order],
  );
  return { ...loaded, tape, retry: () => setTries((count) => count + 1) };
}
