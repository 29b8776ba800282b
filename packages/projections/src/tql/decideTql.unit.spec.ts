import { parseTql, type TqlField } from '@assay/contract';
import { decideTql, type TqlFact } from './decideTql.ts';

const now = Date.parse('2026-11-23T10:00:00.000Z');

const facts: Partial<Record<TqlField, TqlFact>> = {
  status: ['PASS', 'FLAKY'],
  name: ['pays by card'],
  tag: ['@smoke', '@slow'],
  error: [''],
  duration: 1500,
  attempts: 2,
  flaky: true,
  quarantined: false,
  project: ['web shop', 'shop'],
  run: 12,
  date: Date.parse('2026-11-22T23:00:00.000Z'),
};

function decide(text: string, known: Partial<Record<TqlField, TqlFact>>): boolean | undefined {
  const { query } = parseTql(text, now);
  if (!query?.where) throw new Error(`no condition: ${text}`);
  return decideTql(query.where, (field) => known[field]);
}

describe('a condition of the query language', () => {
  it.each([
    ['status = pass', true],
    ['status = flaky', true],
    ['status != fail', true],
    ['status in (fail, ignored)', false],
    ['name ~ CARD', true],
    ['name = card', false],
    ['tag = @slow', true],
    ['tag !~ smoke', false],
    ['error = ""', true],
    ['project = Shop or project = none', true],
    ['project = "web shop" and run > 12', false],
    ['run >= 12 and run <= 12 and not run < 12', true],
    ['duration > 1s and duration < 2s', true],
    ['flaky and not quarantined', true],
    ['date = yesterday', true],
    ['date < yesterday', false],
    ['date <= yesterday', true],
    ['date >= today', false],
    ['date > now-1d', true],
  ])('decides %s', (text, answer) => {
    expect(decide(text, facts)).toBe(answer);
  });

  it('compares nothing with a duration that is not known yet', () => {
    expect(decide('duration > 1s or duration <= 1s', { duration: null })).toBe(false);
  });

  it.each([
    ['run = 12 and status = fail', undefined],
    ['run = 13 and status = fail', false],
    ['run = 12 or status = fail', true],
    ['run = 13 or status = fail', undefined],
    ['not (run = 12 or status = fail)', false],
    ['not status = fail', undefined],
  ])('decides of a run alone, before its tests are read: %s', (text, answer) => {
    expect(decide(text, { run: 12 })).toBe(answer);
  });
});
