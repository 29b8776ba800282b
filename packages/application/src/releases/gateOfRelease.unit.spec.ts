import type { CriterionAnswer, ProjectId, ReleaseDecision } from '@assay/contract';
import { gateOfRelease } from './gateOfRelease.ts';

const [shop, docs] = ['shop', 'docs'] as ProjectId[] as [ProjectId, ProjectId];
const commit = '0123456789abcdef0123456789abcdef01234567';
const version = { projectId: shop, projectName: 'Shop', commit };
const shipped = { projectId: shop, projectName: 'Shop', projectKey: 'shop', commit };
const ada = { id: 'ada', fullName: 'Ada Byron', email: 'ada@example.com' };

const decided = (decision: ReleaseDecision, reason: string | null = null, open = 0) => ({
  decision,
  reason,
  decidedBy: ada,
  openCriterionIds: Array.from({ length: open }, (_, at) => `release.${at + 1}`) as never[],
});
const answered = (answer: CriterionAnswer['answer'], reason: string): CriterionAnswer => ({
  answer,
  reason,
  evidence: [],
  position: null,
});
const open = { text: 'Notes are written', isOpen: true, answer: null, override: null };
const met = { text: 'Smoke passed', isOpen: false, answer: answered('met', '12 passed'), override: null };

type Release = Parameters<typeof gateOfRelease>[0];
const release = (parts: Partial<Release> = {}): Release => ({ ships: [shipped], decisions: [], ...parts });
const standing = (...asked: Parameters<typeof gateOfRelease>) => {
  const { answer, reason } = gateOfRelease(...asked);
  return [answer, reason];
};

describe('the gate of a release', () => {
  it.each([
    ['no criteria', [], 'it has no criteria'],
    ['open criteria', [open, met], '1 of 2 criteria open'],
    ['its only criterion open', [open], '1 of 1 criterion open'],
    ['all criteria met', [met], 'none open'],
  ])('is closed for now without a decision: %s', (_, criteria, text) => {
    expect(standing(release(), criteria, version)).toEqual(['pending', `No decision yet: ${text}`]);
  });

  it('is open after Go, and says what was open and why', () => {
    expect(standing(release({ decisions: [decided('Go')] }), [met], null)).toEqual(['met', 'Go by Ada Byron']);
    const risky = release({ decisions: [decided('Go', 'Behind a flag', 2)] });
    expect(standing(risky, [open, open], version)).toEqual([
      'met',
      'Go by Ada Byron with 2 criteria open: Behind a flag',
    ]);
  });

  it('goes by the latest decision', () => {
    const stopped = release({ decisions: [decided('Go'), decided('No-Go', 'Payments fail', 1)] });
    const text = 'No-Go by Ada Byron with 1 criterion open: Payments fail';
    expect(standing(stopped, [met], version)).toEqual(['notMet', text]);
    expect(standing(release({ decisions: [decided('No-Go'), decided('Go')] }), [met], version)[0]).toBe('met');
  });

  it.each([
    ['the same commit', commit, [shipped], 'met'],
    ['its first digits', '0123456', [shipped], 'met'],
    ['in upper case', commit.toUpperCase(), [shipped], 'met'],
    ['where the release has the first digits', commit, [{ ...shipped, commit: '0123456789' }], 'met'],
    ['another commit', 'f'.repeat(40), [shipped], 'noEvidence'],
    ['of a project that it does not ship', commit, [{ ...shipped, projectId: docs }], 'noEvidence'],
    ['of a release that ships nothing', commit, [], 'noEvidence'],
  ])('after Go, asked for a version: %s', (_, asked, ships, answer) => {
    const go = release({ ships, decisions: [decided('Go')] });
    expect(standing(go, [met], { ...version, commit: asked })[0]).toBe(answer);
  });

  it('says which version the release ships in place of the asked one', () => {
    const other = { ...version, commit: 'fedcba9876' };
    expect(standing(release(), [], other)[1]).toBe('The release ships 0123456 of Shop, not fedcba9');
    expect(standing(release({ ships: [] }), [], other)[1]).toBe('The release ships no version of Shop');
  });

  it('is closed by No-Go for every version', () => {
    const stopped = release({ decisions: [decided('No-Go')] });
    expect(standing(stopped, [], { ...version, commit: 'f'.repeat(40) })[0]).toBe('notMet');
  });

  it('lists open criteria first, with what their rules answer or why they were overridden', () => {
    const old = { ...met, text: 'Fresh', answer: answered('noEvidence', 'Too old') };
    const criteria = [met, { ...old, override: { reason: 'Same build' } as never }, { ...old, isOpen: true }, open];
    expect(gateOfRelease(release(), criteria, null).criteria).toEqual([
      { text: 'Fresh', isOpen: true, reason: 'Too old' },
      { text: 'Notes are written', isOpen: true, reason: null },
      { text: 'Smoke passed', isOpen: false, reason: '12 passed' },
      { text: 'Fresh', isOpen: false, reason: 'Same build' },
    ]);
  });
});
