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
};

type AiUse = RecordedEvent & { type: AiQuotaEvent['type'] };
const steps: Readonly<Record<AiQuotaEvent['type'], number>> = { AiUseReserved: 1, AiUseSpent: 0, AiUseReleased: -1 };

function isAiUse(event: RecordedEvent): event is AiUse {
  return event.type in steps;
}

/** How many requests to a model accounts made each month. */
export const aiQuotas: Projection<AiQuotaDocument> = {
  name: 'aiQuotas',
  version: 1,
  indexes: [],
  idsOf: (event) => (isAiUse(event) ? [`${event.data.accountId}.${event.data.month}`] : []),
  evolve: (document, event) => {
    if (!isAiUse(event)) return document;
    const { accountId, month, kind } = event.data;
    const taken = document?.taken ?? {};
    return { accountId, month, taken: { ...taken, [kind]: (taken[kind] ?? 0) + steps[event.type] } };
  },
  topicsOf: ({ accountId }) => [{ accountId, topic: topics.account, id: accountId }],
};
