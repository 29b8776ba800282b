import { createContext, useContext } from 'react';
import type { ReplayState } from './replayState.ts';

/** What the page of a run shows instead of the run as it is. */
export type Moment = ReplayState & {
  /** A path of the run's page at this moment, for what is below `test-runs/<id>/`. */
  pathOf: (tab: string, query?: Record<string, string>) => string;
  /** Where somebody goes who has seen enough. */
  leaveTo: string;
};

/** The moment that the page of a run is at; null: now. Whatever would change something is left out then. */
export const MomentContext = createContext<Moment | null>(null);

export function useMoment(): Moment | null {
  return useContext(MomentContext);
}
