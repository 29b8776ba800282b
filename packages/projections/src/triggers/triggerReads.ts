import { anyProject, isOnDeploy, isScheduled, type ProjectId, type TriggerId, triggerTypes } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findTrigger, findTriggers } from './findTriggers.ts';
import type { TriggerDocument } from './triggers.ts';

const inUse = { enabled: true, archived: false };
const scheduled = triggerTypes.filter(isScheduled);
const onDeploy = triggerTypes.filter(isOnDeploy);

export const triggerReads = {
  triggers: ({ collections, accountId }: AccountReader, now: Date) => findTriggers(collections, accountId, now),
  trigger: ({ collections, accountId }: AccountReader, triggerId: TriggerId, now: Date) =>
    findTrigger(collections, accountId, triggerId, now),
  /** Those in use that a deploy of the project starts. */
  triggersOnDeploy: ({ collections, accountId }: AccountReader, projectId: ProjectId): Promise<TriggerDocument[]> =>
    collections.triggers
      .find({
        accountId,
        'settings.type': { $in: onDeploy },
        ...inUse,
        'settings.deployedProjectIds': { $in: [projectId, anyProject] },
      })
      .toArray(),
};

export const triggerServiceReads = {
  /** Those in use that are due at times. */
  scheduledTriggers: ({ collections }: ServiceReader): Promise<TriggerDocument[]> =>
    collections.triggers.find({ 'settings.type': { $in: scheduled }, ...inUse }).toArray(),
  /** Those with a slot that waits for a deploy to settle or a run to end. */
  waitingTriggers: ({ collections }: ServiceReader): Promise<TriggerDocument[]> =>
    collections.triggers.find({ isWaiting: true }).toArray(),
};
