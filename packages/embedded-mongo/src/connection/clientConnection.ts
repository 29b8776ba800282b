import type { Authentication } from '../authentication/authentication.ts';

/** What commands know of the connection they came through. */
export type ClientConnection = {
  readonly id: number;
  readonly authentication: Authentication;
  readonly isClosed: boolean;
  /** Resolves after some time, or when the connection closes. */
  pause(milliseconds: number): Promise<void>;
};
