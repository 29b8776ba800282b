import {
  isSameCommit,
  type ProjectId,
  type ReleaseCriterionView,
  type ReleaseGateView,
  type ReleaseView,
} from '@assay/contract';

type GatedRelease = Pick<ReleaseView, 'ships'> & {
  decisions: readonly Pick<
    ReleaseView['decisions'][number],
    'decision' | 'reason' | 'decidedBy' | 'openCriterionIds'
  >[];
};
type GatedCriterion = Pick<ReleaseCriterionView, 'text' | 'isOpen' | 'answer' | 'override'>;
type Version = { projectId: ProjectId; projectName: string; commit: string };

/**
 * Whether a release may go out. Only a decision opens the gate: criteria that are all met do not, and neither does a
 * Go for another version than the one that is about to go out.
 * @param version what is about to go out; null: it was not asked for
 */
export function gateOfRelease(
  release: GatedRelease,
  criteria: readonly GatedCriterion[],
  version: Version | null,
): Omit<ReleaseGateView, 'position'> {
  return { ...standingOf(release, criteria, version), criteria: openFirst(criteria) };
}

function standingOf(
  { ships, decisions }: GatedRelease,
  criteria: readonly GatedCriterion[],
  version: Version | null,
): Pick<ReleaseGateView, 'answer' | 'reason'> {
  const decided = decisions.at(-1);
  if (decided?.decision === 'No-Go') return { answer: 'notMet', reason: decisionText(decided) };
  const otherVersion = version && reasonOfOther(ships, version);
  if (otherVersion) return { answer: 'noEvidence', reason: otherVersion };
  if (decided) return { answer: 'met', reason: decisionText(decided) };
  const open = criteria.filter(({ isOpen }) => isOpen).length;
  const standing =
    criteria.length === 0 ? 'it has no criteria' : open > 0 ? `${open} of ${count(criteria.length)} open` : 'none open';
  return { answer: 'pending', reason: `No decision yet: ${standing}` };
}

/** @returns null where the release ships this version */
function reasonOfOther(ships: GatedRelease['ships'], { projectId, projectName, commit }: Version): string | null {
  const shipped = ships.find((one) => one.projectId === projectId);
  if (!shipped) return `The release ships no version of ${projectName}`;
  if (isSameCommit(commit, shipped.commit)) return null;
  return `The release ships ${shortened(shipped.commit)} of ${projectName}, not ${shortened(commit)}`;
}

function decisionText({ decision, reason, decidedBy, openCriterionIds }: GatedRelease['decisions'][number]): string {
  const open = openCriterionIds.length;
  const by = decidedBy ? ` by ${decidedBy.fullName}` : '';
  return `${decision}${by}${open > 0 ? ` with ${count(open)} open` : ''}${reason === null ? '' : `: ${reason}`}`;
}

const shortened = (commit: string) => commit.slice(0, 7).toLowerCase();
const count = (criteria: number) => (criteria === 1 ? '1 criterion' : `${criteria} criteria`);

function openFirst(criteria: readonly GatedCriterion[]): ReleaseGateView['criteria'] {
  return criteria
    .map(({ text, isOpen, answer, override }) => ({ text, isOpen, reason: override?.reason ?? answer?.reason ?? null }))
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen));
}
