import type { AccountId } from '@assay/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type SessionState = {
  token: string | null;
  accountId: AccountId | null;
  /** First path segment of every page of the account. */
  accountName: string | null;
  /** Whether to return to the current page after the next sign-in, as after an expired session. */
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
    /**
     * The service refused a token: the person returns to the same page after signing in. A late refusal of an earlier one
     * says nothing of who has signed in since.
     */
    sessionEnded(state, action: PayloadAction<{ token: string | null }>) {
      if (action.payload.token !== state.token) return;
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
