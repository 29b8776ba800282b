import type {
  AccountId,
  CriteriaTemplateId,
  CriterionRule,
  ProjectId,
  ReleaseCriterionId,
  ReleaseId,
  ReleasePage,
  ReleaseView,
  UserView,
} from '@assay/contract';
import { releaseDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { passedCase, uploadResults } from '../support/uploadResults.ts';
import type { Figure } from './figures.ts';
import { growLog } from './grownHistory.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const releases = 1_000;
const criteria = 50;
const page = 10;
const uploads = 5;
const samples = 100;
const warmUps = 10;
const commit = 'c'.repeat(40);
const rule: CriterionRule = { kind: 'runsPass', testSuiteId: null, environmentId: null, maxAgeHours: null };

/** Milliseconds for a page of many undecided releases, half of whose criteria answer themselves. */
export async function measureReleases(bench: Workbench): Promise<Figure[]> {
  const { projectId, environmentId } = await bench.project();
  const before = await bench.caller();
  const accountId = before.accountId as AccountId;
  const { id } = await before.get<UserView>('/users/me');
  for (let number = 0; number < uploads; number += 1) {
    await uploadResults(before, { projectId, environmentId, commit }, passedCase(`adds ${number}`));
  }
  const context = {
    accountId,
    actor: { kind: 'user' as const, id },
    occurredAt: new Date().toISOString(),
    $correlationId: newId(),
  };
  await growLog(bench, 'releases', async (eventLog) => {
    for (let number = 0; number < releases; number += 1) {
      const releaseId = newId() as ReleaseId;
      const create = {
        type: 'createRelease' as const,
        releaseId,
        title: `Checkout ${number}`,
        description: null,
        proposedReleaseDate: '2026-12-01',
        ships: [{ projectId: projectId as ProjectId, commit }],
        criteria: Array.from({ length: criteria }, (_, at) => ({
          criterionId: `${releaseId}.${at + 1}` as ReleaseCriterionId,
          templateId: `template-${at}` as CriteriaTemplateId,
          text: `Criterion ${at}`,
          rule: at % 2 === 0 ? { ...rule, maxAgeHours: 24 + at } : null,
        })),
      };
      const events = releaseDecider.decide(create, releaseDecider.initialState());
      await eventLog.append(`release-${releaseId}`, -1, events, context);
    }
  });
  const { get } = await bench.caller();
  const list = async () => {
    const { releases: shown } = await get<ReleasePage>(`/release?offset=0&limit=${page}`);
    const met = shown.filter(({ completedCount }) => completedCount === criteria / 2).length;
    if (met < page) throw new Error(`${met} of ${page} releases have their criteria met`);
    return shown;
  };
  const [first] = await list();
  const times = await timedInTurns(list, () => get<ReleaseView>(`/release/${first?.id}`), { samples, warmUps });
  return [
    {
      name: `a page of ${page} of ${releases.toLocaleString('en')} releases with ${criteria} criteria`,
      unit: 'ms',
      ...times,
      floorIs: 'the call for one of them',
    },
  ];
}
