import type { AccountId } from '@assay/contract';
import type { AiQuotaEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** What of a month's quota is counted. */
export const aiUseKinds = ['RUN_ANALYSIS', 'SUGGESTION'] as const;
export type AiUseKind = (typeof aiUseKinds)[number];

/** `taken`: reserved or spent. */
export type AiQuotaState = {
  taken: Readonly<Record<AiUseKind, number>>;
  /** The requests that have no answer yet. */
  open: ReadonlySet<string>;
};

/** One month (UTC) of an account; `month` such as `2026-03`. */
type Use = { accountId: AccountId; month: string; kind: AiUseKind; useId: string };

export type AiQuotaCommand =
  /** `limit`: how many the plan includes; null: no limit. */
  ({ type: 'reserve'; limit: number | null } & Use) | ({ type: 'spend' } & Use) | ({ type: 'release' } & Use);

const refusals = { RUN_ANALYSIS: 'analysis.quotaUsed', SUGGESTION: 'analysis.suggestionsUsed' } as const;

/** @returns the id of the stream that counts an account's requests of a month */
export function aiQuotaIdOf(accountId: AccountId, month: string): string {
  return `${accountId}-${month}`;
}

/**
 * The requests to a model in a month. One is reserved before the model is asked, and spent or released by its answer, so
 * that of two requests for the last one only one is accepted.
 */
export const aiQuotaDecider: Decider<AiQuotaState, AiQuotaCommand, AiQuotaEvent> = {
  category: 'aiQuota',
  initialState: () => ({ taken: { RUN_ANALYSIS: 0, SUGGESTION: 0 }, open: new Set() }),
  decide: (command, { taken, open }) => {
    const { accountId, month, kind, useId } = command;
    const data = { accountId, month, kind, useId };
    const isOpen = open.has(useId);
    switch (command.type) {
      case 'reserve':
        if (isOpen) return [];
        if (command.limit !== null && taken[kind] >= command.limit) throw new DomainError(refusals[kind]);
        return [{ type: 'AiUseReserved', data }];
      case 'spend':
        return isOpen ? [{ type: 'AiUseSpent', data }] : [];
      case 'release':
        return isOpen ? [{ type: 'AiUseReleased', data }] : [];
      default:
        return never(command);
    }
  },
  evolve: ({ taken, open }, { type, data: { kind: stored, useId } }) => {
    const kind = stored as AiUseKind;
    if (type === 'AiUseReserved') {
      return { taken: { ...taken, [kind]: taken[kind] + 1 }, open: new Set([...open, useId]) };
    }
    const left = new Set([...open].filter((id) => id !== useId));
    return { taken: type === 'AiUseReleased' ? { ...taken, [kind]: taken[kind] - 1 } : taken, open: left };
  },
};
