import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { CriteriaTemplateId, ReleaseCriterionId, ReleaseId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import {
  AddCriteriaTemplateRequest,
  ChangeCriteriaTemplateRequest,
  ChangeReleaseRequest,
  CreateReleaseRequest,
  CriteriaTemplateView,
  OverrideCriterionRequest,
  ReleaseCriterionView,
  ReleaseEvidenceView,
  ReleaseGateQuery,
  ReleaseGateView,
  ReleasePage,
  ReleaseView,
  ToggledCriterion,
} from './releaseViews.ts';

const params = Type.Object({ id: ReleaseId });
const example = { params: { id: exampleIds.release } };
const criterionParams = Type.Object({ releaseId: ReleaseId, id: ReleaseCriterionId });
const criterionExample = { params: { releaseId: exampleIds.release, id: exampleIds.releaseCriterion } };

export const releaseCalls = {
  listReleases: call({
    method: 'GET',
    path: '/release',
    summary: 'A page of releases: undecided ones by proposed date, then decided ones, the latest decision first',
    permission: 'release.read',
    query: Type.Object(pagingFields()),
    answer: ReleasePage,
    topic: topics.releases,
    example: { query: { offset: 0, limit: 10 } },
  }),
  createRelease: call({
    method: 'POST',
    path: '/release',
    summary: 'Create a release; its criteria are copies of the templates in use',
    permission: 'release.write',
    body: CreateReleaseRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.releases],
    example: { body: { title: 'Checkout 2.9', description: 'Gift cards', proposedReleaseDate: '2026-11-26' } },
  }),
  getRelease: call({
    method: 'GET',
    path: '/release/:id',
    summary: 'A release with its decisions; the ETag is its revision',
    permission: 'release.read',
    params,
    answer: ReleaseView,
    topic: topics.releases,
    example,
  }),
  changeRelease: call({
    method: 'PUT',
    path: '/release/:id',
    summary:
      'Change a release or decide on it: fields that the body does not have stay as they are. A different decision replaces an earlier one only with If-Match',
    permission: 'release.write',
    params,
    body: ChangeReleaseRequest,
    view: ReleaseView,
    answer: CommandAnswer,
    changes: [topics.releases],
    example: { ...example, body: { actualReleaseDate: '2026-11-27' } },
  }),
  listReleaseCriteria: call({
    method: 'GET',
    path: '/release/:id/release-criteria',
    summary: 'The criteria of a release, in the order of their templates',
    permission: 'release.read',
    params,
    answer: Type.Array(ReleaseCriterionView),
    topic: topics.releases,
    example,
  }),
  getReleaseEvidence: call({
    method: 'GET',
    path: '/release/:id/decisions/:number/evidence',
    summary:
      'What a decision on a release was based on, made again from the log and compared with the hash recorded then',
    permission: 'release.read',
    params: Type.Object({
      id: ReleaseId,
      number: Type.String({ pattern: '^[1-9]\\d{0,3}$', description: '1: the first decision' }),
    }),
    answer: ReleaseEvidenceView,
    example: { params: { id: exampleIds.decidedRelease, number: '1' } },
  }),
  readReleaseGate: call({
    method: 'GET',
    path: '/release/:id/gate',
    summary: 'Whether a release may go out, by its latest decision: met, not met, pending, or no evidence',
    permission: 'release.gate',
    params,
    query: ReleaseGateQuery,
    answer: ReleaseGateView,
    example: { ...example, query: {} },
  }),
  toggleReleaseCriterion: call({
    method: 'PUT',
    path: '/release/:releaseId/release-criteria/:id/toggle',
    summary: 'Complete a criterion, or reopen it; refused once the release has a decision',
    permission: 'release.write',
    params: criterionParams,
    query: Type.Object({
      completed: Type.Optional(
        Type.Boolean({ description: 'the wanted state, so that two users who do the same do not undo each other' }),
      ),
    }),
    answer: ToggledCriterion,
    changes: [topics.releases],
    example: { ...criterionExample, query: { completed: true } },
  }),
  overrideReleaseCriterion: call({
    method: 'PUT',
    path: '/release/:releaseId/release-criteria/:id/override',
    summary: 'Let a criterion that a rule answers count as met, for a reason; refused once the release has a decision',
    permission: 'release.write',
    params: criterionParams,
    body: OverrideCriterionRequest,
    answer: CommandAnswer,
    changes: [topics.releases],
    example: { ...criterionExample, body: { reason: 'The discount stays behind a flag in 2.9.' } },
  }),
  withdrawCriterionOverride: call({
    method: 'DELETE',
    path: '/release/:releaseId/release-criteria/:id/override',
    summary: 'Let the rule answer a criterion again; refused once the release has a decision',
    permission: 'release.write',
    params: criterionParams,
    answer: CommandAnswer,
    changes: [topics.releases],
    example: criterionExample,
  }),
  listCriteriaTemplates: call({
    method: 'GET',
    path: '/release-criteria-template',
    summary: 'The criteria templates in use, in the order in which new releases have them; or the archived ones',
    permission: 'release.read',
    query: Type.Object({
      archived: Type.Optional(
        Type.Boolean({ description: 'those archived, the latest first, in place of those in use' }),
      ),
    }),
    answer: Type.Array(CriteriaTemplateView),
    topic: topics.criteriaTemplates,
    example: { query: {} },
  }),
  addCriteriaTemplate: call({
    method: 'POST',
    path: '/release/release-criteria-template',
    summary: 'Add a criteria template; existing releases stay as they are',
    permission: 'release.write',
    body: AddCriteriaTemplateRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.criteriaTemplates],
    example: { body: { text: 'Release notes are written' } },
  }),
  changeCriteriaTemplate: call({
    method: 'PUT',
    path: '/release/release-criteria-template',
    summary: 'Change the text, rule or order of a criteria template; existing releases stay as they are',
    permission: 'release.write',
    body: ChangeCriteriaTemplateRequest,
    view: CriteriaTemplateView,
    answer: CommandAnswer,
    changes: [topics.criteriaTemplates],
    example: { body: { id: exampleIds.criteriaTemplate, text: 'Release notes are approved' } },
  }),
  archiveCriteriaTemplate: call({
    method: 'DELETE',
    path: '/release/release-criteria-template/:id',
    summary: 'Archive a criteria template; existing releases retain its criterion',
    permission: 'release.write',
    params: Type.Object({ id: CriteriaTemplateId }),
    answer: CommandAnswer,
    changes: [topics.criteriaTemplates],
    example: { params: { id: exampleIds.criteriaTemplate } },
  }),
  restoreCriteriaTemplate: call({
    method: 'PUT',
    path: '/release/release-criteria-template/:id/restore',
    summary: 'Restore an archived criteria template, as the last one in use',
    permission: 'release.write',
    params: Type.Object({ id: CriteriaTemplateId }),
    answer: CommandAnswer,
    changes: [topics.criteriaTemplates],
    example: { params: { id: exampleIds.criteriaTemplate } },
  }),
};
