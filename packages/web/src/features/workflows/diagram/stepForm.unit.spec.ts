import type { WorkflowStep, WorkflowStepId } from '@assay/contract';
import { formOfStep, stepOf, withoutStep, withStep } from './stepForm.ts';

const id = (text: string) => text as WorkflowStepId;
const step = (of: string, ...next: string[]): WorkflowStep => ({
  id: id(of),
  name: of,
  description: null,
  testPlanId: null,
  next: next.map(id),
});
const drawing = (steps: readonly WorkflowStep[]) => steps.map((each) => `${each.id}>${each.next.join(',')}`).join(' ');

describe('the steps of a workflow', () => {
  it('are the same after their form, trimmed', () => {
    const test = { ...step('test', 'ship'), description: 'By hand' };
    expect(stepOf(test.id, formOfStep(test))).toEqual(test);
    expect(stepOf(id('new'), { ...formOfStep(null), name: ' New ', description: ' ' })).toEqual({
      ...step('new'),
      name: 'New',
    });
  });

  it('take a new one behind the one it was added to', () => {
    const steps = [step('build', 'test'), step('test')];
    expect(drawing(withStep(steps, step('review'), id('build')))).toBe('build>test,review test> review>');
    expect(drawing(withStep(steps, step('test', 'build'), null))).toBe('build>test test>build');
  });

  it('close the gap when one goes, without leading to themselves', () => {
    const steps = [step('build', 'test', 'ship'), step('test', 'ship', 'build'), step('ship', 'test')];
    expect(drawing(withoutStep(steps, steps[1] as WorkflowStep))).toBe('build>ship ship>build');
  });
});
