import type { Position } from '@assay/contract';
import type { LiveState } from './liveSlice.ts';
import type { LiveSource } from './liveSource.ts';
import type { RepeatKeys } from './repeatKeys.ts';
import type { FormRequest } from './sendForm.ts';
import type { SessionState } from './sessionSlice.ts';

/** The part of the store that requests read. */
export type ConnectionState = { session: SessionState; live: LiveState };

/** Handed to every thunk as its extra argument, so that tests can stand in for the network. */
export type ConnectionTools = {
  fetch: (url: string, init: RequestInit) => Promise<{ status: number; text: () => Promise<string> }>;
  sendForm: (request: FormRequest) => Promise<{ status: number; text: string }>;
  live: LiveSource;
  ownWrites: OwnWrites;
  repeatKeys: RepeatKeys;
  now: () => number;
};

export type OwnWrites = {
  wrote(position: Position): void;
  /** The position that reads must reach to show this person's last command; null when that is long ago. */
  minPosition(): Position | null;
};

/** A command is remembered long enough for the reads it causes, not forever. */
export function makeOwnWrites(now: () => number, rememberedMilliseconds = 10_000): OwnWrites {
  let last: { position: Position; at: number } | null = null;
  return {
    wrote(position) {
      last = { position, at: now() };
    },
    minPosition() {
      return last && now() - last.at < rememberedMilliseconds ? last.position : null;
    },
  };
}

/** @returns the tools of a thunk's or endpoint's untyped extra argument. */
export function toolsOf(extra: unknown): ConnectionTools {
  return extra as ConnectionTools;
}
