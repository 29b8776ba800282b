import { type AccountId, topics } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { AiQuotaEvent } from '@assay/event-schemas';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AiQuotaDocument = ReadModelDocument & {
  accountId: AccountId;
  /** Such as `2026-03`, UTC. */
  month: string;
  /** How many are reserved or spent, by kind. */
  taken: Record<string, number>;
  /** Reserved, and neither spent nor released; `at`: since when. */
  open: { kind: string; useId: string; at: string }[];
};

type AiUse = RecordedEvent & { type: AiQuotaEvent['type'] };
const steps: Readonly<Record<AiQuotaEvent['type'], number>> = { AiUseReserved: 1, AiUseSpent: 0, AiUseReleased: -1 };

function isAiUse(event: RecordedEvent): event is AiUse {
  return event.type in steps;
}

/** How many requests to a model accounts made each month. */
export const aiQuotas: Projection<AiQuotaDocument> = {
  name: 'aiQuotas',
  version: 2,
  indexes: [{ 'open.at': 1 }],
  idsOf: (event) => (isAiUse(event) ? [`${event.data.accountId}.${event.data.month}`] : []),
  evolve: (document, event) => {
    if (!isAiUse(event)) return document;
    const { accountId, month, kind, useId } = event.data;
    const taken = document?.taken ?? {};
    const others = (document?.open ?? []).filter((use) => use.useId !== useId);
    const open = event.type === 'AiUseReserved' ? [...others, { kind, useId, at: event.envelope.occurredAt }] : others;
    return { accountId, month, taken: { ...taken, [kind]: (taken[kind] ?? 0) + steps[event.type] }, open };
  },
  topicsOf: ({ accountId }) => [{ accountId, topic: topics.account, id: accountId }],
};
