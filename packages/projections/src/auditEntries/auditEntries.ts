import type { AccountId } from '@assay/contract';
import { type Actor, accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';
import { auditedBy } from './auditedBy.ts';
import type { Audited } from './auditedChange.ts';

export type AuditEntryDocument = ReadModelDocument &
  Audited & {
    accountId: AccountId;
    time: string;
    actor: Actor;
    /** Of the thing after the event. */
    revision: number;
  };

/** Who changed what: a document for each event that changes something with an audit trail. */
export const auditEntries: Projection<AuditEntryDocument> = {
  name: 'auditEntries',
  version: 3,
  indexes: [{ accountId: 1, subject: 1, position: -1 }],
  idsOf: (event) => (auditedBy(event) ? [event.id] : []),
  evolve: (document, event) => {
    const audited = auditedBy(event);
    if (!audited) return document;
    const { actor, occurredAt: time } = event.envelope;
    return { accountId: accountOf(event), ...audited, time, actor, revision: event.revision };
  },
  topicsOf: () => [],
};
