import type { DomainEvent } from '@assay/event-schemas';
import type { Audited } from './auditedChange.ts';
import { auditedEvents } from './auditedEvents.ts';

/** @returns what an event changes in something that has an audit trail; null for any other event */
export function auditedBy({ type, data }: DomainEvent): Audited | null {
  const changesOf = auditedEvents[type] as ((data: DomainEvent['data']) => Audited) | undefined;
  return changesOf?.(data) ?? null;
}
