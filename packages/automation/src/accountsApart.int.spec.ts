import type { AccountId, ProjectId } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { ReadModelsLagging } from '@assay/projections';
import { eventually } from '../../../test/support/eventually.ts';
import { recordAccount, recordProject } from '../../../test/support/recordedSetting.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';
import { policy } from './policy.ts';
import { policyGroups } from './policyGroups.ts';

const globex = 'globex' as AccountId;
const names = ['core', 'alerts', 'commits', 'upkeep'];

describe('reactions of several accounts', () => {
  let service: ServiceUnderTest;
  let behind = true;
  const tried = new Map<string, number>();
  const done: string[] = [];
  /** Reacts to archived things, except in the account whose read models are lagging. */
  const waiting = (group: string) =>
    policy({
      name: `waiting-${group}`,
      on: ['ProjectArchived'],
      react: async ({ data, envelope, position }) => {
        tried.set(group, (tried.get(group) ?? 0) + 1);
        if (behind && envelope.accountId === acme)
          throw new ReadModelsLagging({ scope: acme, tier: 'prompt', position });
        done.push(`${group} ${data.projectId}`);
      },
    });
  const archive = async (accountId: AccountId, name: string) => {
    const projectId = name as ProjectId;
    await recordProject(service.stores.eventLog, accountId, projectId, name);
    const context = signedBy('ada', accountId);
    await service.stores.eventLog.handle(projectDecider, projectId, { type: 'archiveProject' }, context);
  };
  const doneOf = (group: string) => done.filter((each) => each.startsWith(`${group} `));

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await recordAccount(service.stores.eventLog, globex, 'Globex');
    await service.stopAutomation();
    service.groupsOfStart = () =>
      policyGroups().map((group) =>
        names.includes(group.name) ? { ...group, policies: [...group.policies, waiting(group.name)] } : group,
      );
    await service.startAutomation();
  });
  afterAll(async () => {
    behind = false;
    await service.stop();
  });

  it('continue for one account while those of another wait', async () => {
    await archive(acme, 'first');
    await eventually(() => names.every((group) => (tried.get(group) ?? 0) > 0));
    await archive(globex, 'other');
    await archive(acme, 'second');
    await eventually(() => names.every((group) => doneOf(group).length > 0));
    for (const group of names) expect(doneOf(group)).toEqual([`${group} other`]);
  });

  it('that were unfinished at the stop run again after a restart, in order', async () => {
    await service.stopAutomation();
    done.length = 0;
    behind = false;
    await service.startAutomation();
    await service.quiet();
    for (const group of names) {
      // Events after an unfinished one may be handled twice.
      const ofAcme = doneOf(group).filter((each) => !each.endsWith('other'));
      expect(ofAcme).toEqual([`${group} first`, `${group} second`]);
    }
  });
});
