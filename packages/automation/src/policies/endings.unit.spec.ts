import type { AutomationDeps } from '../automationDeps.ts';
import { endings } from './endings.ts';

/** Nothing of it is used: what is looked up says the test. */
const deps = {} as AutomationDeps;

describe('endings', () => {
  const lookedUp: string[] = [];
  const known = (over: readonly string[]) =>
    endings<string>(async (id) => {
      lookedUp.push(id);
      return over.includes(id);
    });
  beforeEach(() => {
    lookedUp.length = 0;
  });

  it('are looked up once', async () => {
    const runs = known(['old']);
    expect([await runs.isOver('old', deps), await runs.isOver('young', deps)]).toEqual([true, false]);
    expect([await runs.isOver('old', deps), await runs.isOver('young', deps)]).toEqual([true, false]);
    expect(lookedUp).toEqual(['old', 'young']);
  });

  it('are recorded, whether they were looked up before or not', async () => {
    const runs = known([]);
    expect(await runs.isOver('met', deps)).toBe(false);
    runs.ended('met');
    runs.ended('new');
    expect([await runs.isOver('met', deps), await runs.isOver('new', deps)]).toEqual([true, true]);
    expect(lookedUp).toEqual(['met']);
  });
});
