import type { WorkflowStep, WorkflowStepId } from '@assay/contract';
import { layoutOfSteps } from './layoutOfSteps.ts';

const step = (id: string, ...next: string[]): WorkflowStep => ({
  id: id as WorkflowStepId,
  name: id,
  description: null,
  testPlanId: null,
  next: next as WorkflowStepId[],
});
const layout = (...steps: WorkflowStep[]) => layoutOfSteps(steps, 'across');
const columnsOf = ({ spots }: ReturnType<typeof layout>) =>
  Object.fromEntries([...spots].map(([id, { x }]) => [id, x / 272]));

describe('the layout of a workflow', () => {
  it('puts each step behind all that lead to it', () => {
    const drawn = layout(
      step('ship'),
      step('build', 'test', 'review', 'ship'),
      step('test', 'review'),
      step('review', 'ship'),
    );
    expect(columnsOf(drawn)).toEqual({ build: 0, test: 1, review: 2, ship: 3 });
  });

  it('draws what leads back as such, and goes on from there', () => {
    const drawn = layout(step('build', 'test'), step('test', 'build', 'ship'), step('ship'));
    expect(columnsOf(drawn)).toEqual({ build: 0, test: 1, ship: 2 });
    expect(drawn.lines.map(({ from, to, leadsBack }) => [from, to, leadsBack])).toEqual([
      ['build', 'test', false],
      ['test', 'ship', false],
      ['test', 'build', true],
    ]);
    expect(drawn.height).toBeGreaterThan(layout(step('build', 'test'), step('test')).height);
  });

  it('lets no two steps overlap, nor a connection that skips a layer cross a step there', () => {
    const drawn = layout(step('a', 'b', 'c', 'd'), step('b', 'd'), step('c', 'd'), step('d'));
    const [b, c] = [drawn.spots.get('b'), drawn.spots.get('c')];
    expect(Math.abs((b?.y ?? 0) - (c?.y ?? 0))).toBeGreaterThanOrEqual(76);
    const passing = drawn.lines.find(({ from, to }) => from === 'a' && to === 'd');
    const [, y = ''] = /L \d+ ([\d.]+)/.exec(passing?.path ?? '') ?? [];
    for (const spot of [b, c]) {
      expect(Number(y) < (spot?.y ?? 0) || Number(y) > (spot?.y ?? 0) + 76).toBe(true);
    }
  });

  it('stands on end where there is little room', () => {
    const { spots, width } = layoutOfSteps([step('a', 'b'), step('b')], 'down');
    expect(spots.get('a')?.x).toBe(spots.get('b')?.x);
    expect(spots.get('b')?.y).toBe(120);
    expect(width).toBe(208);
  });

  it('draws even a ring, and many steps that all lead on', () => {
    expect(columnsOf(layout(step('a', 'b'), step('b', 'c'), step('c', 'a')))).toEqual({ a: 0, b: 1, c: 2 });
    const many = Array.from({ length: 60 }, (_, at) => step(`s${at}`, ...(at < 59 ? [`s${at + 1}`] : [])));
    expect(columnsOf(layout(...many)).s59).toBe(59);
  });
});
