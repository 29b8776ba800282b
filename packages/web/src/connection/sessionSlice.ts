import type { AccountId } from '@assay/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type SessionState = {
  token: string | null;
  accountId: AccountId | null;
  /** First path segment of every page of the account. */
  accountName: string | null;
  /** Whether the place is to be returned to after the next sign-in: a session that ended by itself keeps it. */
  keepsPlace: boolean;
};

const initialState: SessionState = { token: null, accountId: null, accountName: null, keepsPlace: true };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn(state, action: PayloadAction<{ token: string }>) {
      state.token = action.payload.token;
      state.keepsPlace = true;
    },
    /** The service refused the token: the person comes back to where they were. */
    sessionEnded(state) {
      state.token = null;
      state.accountId = null;
      state.accountName = null;
      state.keepsPlace = true;
    },
    loggedOut(state) {
      state.token = null;
      state.accountId = null;
      state.accountName = null;
      state.keepsPlace = false;
    },
    accountChosen(state, action: PayloadAction<{ id: AccountId; name: string }>) {
      state.accountId = action.payload.id;
      state.accountName = action.payload.name;
    },
  },
});

export const { signedIn, sessionEnded, loggedOut, accountChosen } = sessionSlice.actions;
