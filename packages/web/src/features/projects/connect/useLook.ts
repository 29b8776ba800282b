import type { RepositoryProposals } from '@assay/contract';
import { useEffect, useRef, useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useProposeProjectsMutation } from '../../../connection/serviceHooks.ts';

/** How far the look at a repository is. */
export type LookState =
  | { kind: 'open' }
  | { kind: 'looking'; since: string }
  | { kind: 'failed'; text: string }
  | { kind: 'found'; found: RepositoryProposals };

export type Look = { state: LookState; begin: (gitUrl: string) => void; cancel: () => void };

/** Looks at a repository. A new look takes the place of one under way; leaving the page ends it. */
export function useLook(): Look {
  const [propose] = useProposeProjectsMutation();
  const [state, setState] = useState<LookState>({ kind: 'open' });
  const running = useRef<ReturnType<typeof propose> | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function look(gitUrl: string): Promise<void> {
    running.current?.abort();
    const mine = propose({ body: { gitUrl } });
    running.current = mine;
    setState({ kind: 'looking', since: new Date().toISOString() });
    const { data, error } = await mine;
    if (running.current !== mine) return;
    running.current = null;
    setState(data ? { kind: 'found', found: data } : { kind: 'failed', text: sentenceOf(error) });
  }

  return {
    state,
    begin: (gitUrl) => void look(gitUrl),
    cancel: () => {
      const mine = running.current;
      running.current = null;
      mine?.abort();
      setState({ kind: 'open' });
    },
  };
}

function sentenceOf(error: unknown): string {
  const failure = asServiceError(error);
  const [first] = failure?.errors ?? [];
  return first?.message ?? failure?.message ?? 'The repository could not be read.';
}
