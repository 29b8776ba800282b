import type { CriteriaTemplateId, GateAnswer, ProjectId, ReleaseCriterionId, ReleaseId } from '@assay/contract';
import type { ReleaseEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { releaseDecider } from './decideRelease.ts';

const releaseId = 'one' as ReleaseId;
const [notes, docs] = ['one.1', 'one.2'] as [ReleaseCriterionId, ReleaseCriterionId];
const criterion = (criterionId: ReleaseCriterionId) => ({
  criterionId,
  templateId: 'template' as CriteriaTemplateId,
  text: 'Written',
  rule: null,
});
const facts = {
  releaseId,
  title: 'Checkout 2.9',
  description: null,
  proposedReleaseDate: '2026-11-26',
  ships: [],
  criteria: [criterion(notes), criterion(docs)],
};
const created: ReleaseEvent = { type: 'ReleaseCreated', data: facts };
const completed = (criterionId: ReleaseCriterionId): ReleaseEvent => ({
  type: 'ReleaseCriterionCompleted',
  data: { releaseId, criterionId },
});
const reopened: ReleaseEvent = { type: 'ReleaseCriterionReopened', data: { releaseId, criterionId: notes } };
const decided = (
  decision: 'Go' | 'No-Go',
  reason: string | null = null,
  openCriterionIds: ReleaseCriterionId[] = [notes, docs],
): ReleaseEvent => ({
  type: 'ReleaseDecided',
  data: { releaseId, decision, reason, openCriterionIds, answers: [], evidenceSha256: null },
});
const history = (...events: ReleaseEvent[]) => given(releaseDecider, ...events);
const change = { type: 'changeRelease' as const, seen: false };
const toggle = { type: 'toggleCriterion' as const, criterionId: notes };

describe('the release decider', () => {
  it('creates once', () => {
    const create = { type: 'createRelease' as const, ...facts };
    history().when(create).gives(created);
    history(created).when(create).refuses('release.exists');
  });

  it('records changed fields only', () => {
    history(created).when(change).gives();
    history(created)
      .when({ ...change, title: 'Checkout 2.9', actualReleaseDate: null })
      .gives();
    history(created)
      .when({ ...change, title: 'Checkout 3', actualReleaseDate: '2026-11-27' })
      .gives(
        {
          type: 'ReleaseSettingChanged',
          data: { releaseId, setting: 'title', from: 'Checkout 2.9', to: 'Checkout 3' },
        },
        {
          type: 'ReleaseSettingChanged',
          data: { releaseId, setting: 'actualReleaseDate', from: null, to: '2026-11-27' },
        },
      );
  });

  it('finds nothing to change, decide or toggle before the creation', () => {
    for (const command of [change, { ...change, decision: 'Go' as const }, toggle]) {
      history().when(command).refuses('release.notFound');
    }
  });

  it('toggles a criterion, or leaves it in the wanted state', () => {
    history(created).when(toggle).gives(completed(notes));
    history(created, completed(notes)).when(toggle).gives(reopened);
    history(created, completed(notes))
      .when({ ...toggle, completed: true })
      .gives();
    history(created)
      .when({ ...toggle, completed: false })
      .gives();
    history(created)
      .when({ ...toggle, criterionId: 'two.1' as ReleaseCriterionId })
      .refuses('release.criterionNotFound');
  });

  it('locks the criteria from the first decision on, also for a toggle that changes nothing', () => {
    for (const decision of ['Go', 'No-Go'] as const) {
      history(created, decided(decision)).when(toggle).refuses('release.criteriaLocked');
      history(created, decided(decision))
        .when({ ...toggle, completed: false })
        .refuses('release.criteriaLocked');
    }
  });

  it('records a decision with its reason and the criteria that are open', () => {
    history(created, completed(notes))
      .when({ ...change, decision: 'Go', reason: 'Docs follow' })
      .gives(decided('Go', 'Docs follow', [docs]));
  });

  it('records a repeated decision once', () => {
    history(created, decided('Go', 'Ready'))
      .when({ ...change, decision: 'Go' })
      .gives();
    history(created, decided('Go', 'Ready'))
      .when({ ...change, decision: 'Go', reason: 'Ready' })
      .gives();
  });

  it('replaces a decision for callers who have seen it only', () => {
    const again = { ...change, decision: 'Go' as const };
    history(created, decided('No-Go')).when(again).refuses('release.alreadyDecided');
    history(created, decided('Go', 'Ready'))
      .when({ ...again, reason: 'Other' })
      .refuses('release.alreadyDecided');
    history(created, decided('No-Go'))
      .when({ ...again, seen: true })
      .gives(decided('Go'));
  });

  it('does not withdraw a decision', () => {
    const withdraw = { ...change, decision: null, seen: true };
    history(created).when(withdraw).gives();
    history(created, decided('Go')).when(withdraw).refuses('release.decisionFinal');
  });
});

describe('criteria that rules answer', () => {
  const rule = { kind: 'runsPass' as const, testSuiteId: null, environmentId: null, maxAgeHours: null };
  const projectId = 'shop' as ProjectId;
  const ships = [{ projectId, commit: 'abcdef0' }];
  const asked: ReleaseEvent = {
    type: 'ReleaseCreated',
    data: { ...facts, ships, criteria: [{ ...criterion(notes), rule }, criterion(docs)] },
  };
  const answer = (answered: GateAnswer) => ({
    criterionId: notes,
    answer: answered,
    reason: 'All tests: #1 passed',
    evidence: [],
    position: null,
  });
  const go = (answered: GateAnswer, of = ships) => ({
    ...change,
    decision: 'Go' as const,
    answered: { ships: of, answers: [answer(answered)] },
  });
  const decidedOn = (answered: GateAnswer, openCriterionIds: ReleaseCriterionId[]): ReleaseEvent => ({
    type: 'ReleaseDecided',
    data: {
      releaseId,
      decision: 'Go',
      reason: null,
      openCriterionIds,
      answers: [answer(answered)],
      evidenceSha256: null,
    },
  });
  const overridden: ReleaseEvent = {
    type: 'ReleaseCriterionOverridden',
    data: { releaseId, criterionId: notes, reason: 'Behind a flag' },
  };
  const withdrawn: ReleaseEvent = {
    type: 'ReleaseCriterionOverrideWithdrawn',
    data: { releaseId, criterionId: notes },
  };
  const override = { type: 'overrideCriterion' as const, criterionId: notes, reason: 'Behind a flag' };
  const withdraw = { type: 'withdrawOverride' as const, criterionId: notes };

  it.each([
    ['met', [docs]],
    ['notMet', [notes, docs]],
    ['pending', [notes, docs]],
    ['noEvidence', [notes, docs]],
  ] as const)('that are %s count so at the decision', (answered, open) => {
    history(asked)
      .when(go(answered))
      .gives(decidedOn(answered, [...open]));
  });

  it('are open at a decision without answers, and answers to criteria of people count for nothing', () => {
    history(asked)
      .when({ ...change, decision: 'Go' })
      .gives(decided('Go'));
    const answers = [{ ...answer('met'), criterionId: docs }];
    history(asked)
      .when({ ...change, decision: 'Go', answered: { ships, answers } })
      .gives(decided('Go'));
  });

  it('are not decided on by answers about other versions', () => {
    history(asked)
      .when(go('met', [{ projectId, commit: 'fedcba9' }]))
      .refuses('release.versionsChanged');
  });

  it('are overridden for a reason, until that is withdrawn', () => {
    history(asked).when(override).gives(overridden);
    history(asked, overridden).when(override).gives();
    history(asked, overridden)
      .when(go('notMet'))
      .gives(decidedOn('notMet', [docs]));
    history(asked, overridden).when(withdraw).gives(withdrawn);
    history(asked, overridden, withdrawn).when(withdraw).gives();
    history(asked, decided('Go')).when(override).refuses('release.criteriaLocked');
    history(asked, overridden, decided('Go')).when(withdraw).refuses('release.criteriaLocked');
  });

  it('are not ticked, and criteria of people are not overridden', () => {
    history(asked).when(toggle).refuses('release.criterionHasRule');
    history(asked)
      .when({ ...override, criterionId: docs })
      .refuses('release.criterionHasNoRule');
  });

  it('ask about other versions until the decision', () => {
    const to = [{ projectId, commit: 'fedcba9' }];
    const changed: ReleaseEvent = { type: 'ReleaseVersionsChanged', data: { releaseId, from: ships, to } };
    history(asked)
      .when({ ...change, ships: to })
      .gives(changed);
    history(asked)
      .when({ ...change, ships })
      .gives();
    history(asked, decided('Go'))
      .when({ ...change, ships: to })
      .refuses('release.versionsLocked');
    history(asked)
      .when({ ...change, ships: [...ships, ...to] })
      .refuses('release.projectTwice');
  });
});
