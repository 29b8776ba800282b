import type { CriteriaTemplateId, ReleaseCriterionId, ReleaseId } from '@assay/contract';
import {
  type CriteriaTemplatesCommand,
  criteriaTemplatesDecider,
  type ReleaseCommand,
  releaseDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { ada } from './recordedIds.ts';
import { acme, signedBy } from './storesUnderTest.ts';

export const firstRelease = 'first-release-id' as ReleaseId;

/** Criteria templates: added, changed, moved, archived, restored. Releases: with toggled criteria and decided twice, and undecided. */
export async function recordReleases(log: EventLog) {
  const accountId = acme;
  const template = (command: CriteriaTemplatesCommand) =>
    log.handle(criteriaTemplatesDecider, accountId, command, signedBy(ada));
  const templateId = 'notes' as CriteriaTemplateId;
  const archivedId = 'archived-template' as CriteriaTemplateId;
  await template({ type: 'addTemplate', accountId, templateId, text: 'Notes are written' });
  await template({ type: 'addTemplate', accountId, templateId: archivedId, text: 'Archived' });
  await template({ type: 'changeTemplate', accountId, templateId, text: 'Notes are approved' });
  await template({ type: 'archiveTemplate', accountId, templateId: archivedId });
  await template({ type: 'restoreTemplate', accountId, templateId: archivedId });
  await template({ type: 'changeTemplate', accountId, templateId: archivedId, text: 'Archived', order: 1 });
  await template({ type: 'archiveTemplate', accountId, templateId: archivedId });

  const handle = (id: string, command: ReleaseCommand) => log.handle(releaseDecider, id, command, signedBy(ada));
  const create = (releaseId: ReleaseId, title: string) => {
    const criteria = [1, 2].map((place) => {
      const criterionId = `${releaseId}.${place}` as ReleaseCriterionId;
      return { criterionId, templateId, text: `Criterion ${place}` };
    });
    const facts = { releaseId, title, description: null, proposedReleaseDate: '2026-11-26', criteria };
    return handle(releaseId, { type: 'createRelease', ...facts });
  };
  await create('undecided-release-id' as ReleaseId, 'Undecided');
  await create(firstRelease, 'First');
  const [one, two] = [`${firstRelease}.1`, `${firstRelease}.2`] as ReleaseCriterionId[];
  for (const criterionId of [one, two, two]) {
    if (criterionId) await handle(firstRelease, { type: 'toggleCriterion', criterionId });
  }
  await handle(firstRelease, { type: 'changeRelease', decision: 'No-Go', reason: 'Criterion 2 is open', seen: true });
  const shipped = { title: 'First, shipped', actualReleaseDate: '2026-11-27' };
  await handle(firstRelease, { type: 'changeRelease', ...shipped, decision: 'Go', reason: null, seen: true });
}
