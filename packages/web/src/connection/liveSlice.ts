import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type LiveState = {
  socket: 'connecting' | 'live' | 'down';
  /** ISO time since when the service has not answered; null while it does. */
  unreachableSince: string | null;
  /** Polling intervals of the open screens while there is no socket, in seconds, by the poller's id. */
  cadences: Record<string, number>;
};

const initialState: LiveState = { socket: 'connecting', unreachableSince: null, cadences: {} };

export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    socketOpened(state) {
      state.socket = 'live';
      state.unreachableSince = null;
    },
    socketLost(state) {
      state.socket = 'down';
    },
    serviceAnswered(state) {
      state.unreachableSince = null;
    },
    serviceUnreachable(state, action: PayloadAction<{ at: string }>) {
      state.unreachableSince ??= action.payload.at;
    },
    cadenceSet(state, action: PayloadAction<{ reader: string; seconds: number }>) {
      state.cadences[action.payload.reader] = action.payload.seconds;
    },
    cadenceEnded(state, action: PayloadAction<{ reader: string }>) {
      delete state.cadences[action.payload.reader];
    },
  },
});

export const { socketOpened, socketLost, serviceAnswered, serviceUnreachable, cadenceSet, cadenceEnded } =
  liveSlice.actions;

export type LiveDisplay =
  | { kind: 'live' }
  | { kind: 'polling'; seconds: number }
  | { kind: 'connecting' }
  | { kind: 'offline'; since: string };

/** @returns what the header shows: live, polling and how often, or offline and since when. */
export function displayOfLive(state: LiveState): LiveDisplay {
  if (state.socket === 'live') return { kind: 'live' };
  if (state.unreachableSince !== null) return { kind: 'offline', since: state.unreachableSince };
  if (state.socket === 'connecting') return { kind: 'connecting' };
  const seconds = Object.values(state.cadences);
  return seconds.length === 0 ? { kind: 'connecting' } : { kind: 'polling', seconds: Math.min(...seconds) };
}
