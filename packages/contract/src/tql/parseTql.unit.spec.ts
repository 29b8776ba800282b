import { completeTql } from './completeTql.ts';
import { parseTql } from './parseTql.ts';
import { tqlLimits } from './tqlFields.ts';

const now = Date.parse('2026-11-23T10:00:00.000Z');
const day = 86_400_000;
const read = (text: string) => parseTql(text, now).query;
const problemOf = (text: string) => parseTql(text, now).problem;
const is = (field: string, ...values: unknown[]) => ({ kind: 'is', field, values });

describe('the query language', () => {
  it.each([
    ['status = fail', is('status', 'FAIL')],
    ['STATUS = Not_Run', is('status', 'NOT_RUN')],
    ['status in (pass, flaky)', is('status', 'PASS', 'FLAKY')],
    ['status not in (pass)', { kind: 'not', of: is('status', 'PASS') }],
    ['name = "Pays by card"', is('name', 'pays by card')],
    ["error = 'it''", null],
    ['error = "say \\"no\\""', is('error', 'say "no"')],
    ['file ~ src/cart.spec.ts', { kind: 'contains', field: 'file', text: 'src/cart.spec.ts' }],
    ['branch !~ feature/', { kind: 'not', of: { kind: 'contains', field: 'branch', text: 'feature/' } }],
    ['duration > 1.5s', { kind: 'compare', field: 'duration', by: '>', value: 1500 }],
    ['duration<=200ms', { kind: 'compare', field: 'duration', by: '<=', value: 200 }],
    ['run = #409', is('run', 409)],
    ['flaky', is('flaky', true)],
    ['not flaky', { kind: 'not', of: is('flaky', true) }],
    ['quarantined = false', is('quarantined', false)],
    ['date = 2026-11-22', is('date', { from: Date.parse('2026-11-22'), to: Date.parse('2026-11-22T23:59:59.999Z') })],
    ['date >= now-7d', { kind: 'compare', field: 'date', by: '>=', value: { from: now - 7 * day, to: now - 7 * day } }],
    ['date > 2026-11-22T08:30Z', { kind: 'compare', field: 'date', by: '>', value: expect.anything() }],
  ])('understands %s', (text, where) => {
    expect(read(text)?.where ?? null).toEqual(where);
  });

  it('joins by and before or, unless there are brackets', () => {
    const [a, b, c] = [is('flaky', true), is('run', 1), is('quarantined', true)];
    expect(read('flaky or run = 1 and quarantined')?.where).toEqual({
      kind: 'or',
      of: [a, { kind: 'and', of: [b, c] }],
    });
    expect(read('(flaky or run = 1) and quarantined')?.where).toEqual({
      kind: 'and',
      of: [{ kind: 'or', of: [a, b] }, c],
    });
    expect(read('not (flaky or run = 1)')?.where).toEqual({ kind: 'not', of: { kind: 'or', of: [a, b] } });
  });

  it('orders and limits, with or without a condition', () => {
    expect(read('flaky order by duration desc, name limit 5')).toMatchObject({
      orderBy: [
        { field: 'duration', descending: true },
        { field: 'name', descending: false },
      ],
      limit: 5,
    });
    expect(read('order by date asc')).toMatchObject({ where: null, limit: null });
    expect(read('')).toEqual({ where: null, orderBy: [], limit: null });
  });

  it.each([
    ['stat = fail', 0, 4, 'Expected a field, not or ( at character 1, found "stat"'],
    ['status fail', 7, 4, 'Expected not in, in, = or != at character 8, found "fail"'],
    ['status ~ fail', 7, 1, 'Expected not in, in, = or != at character 8, found "~"'],
    ['status = broken', 9, 6, 'Expected a status at character 10, found "broken"'],
    ['status =', 8, 0, 'Expected a status at character 9, found the query ends'],
    ['duration > 5', 11, 1, 'Expected a duration such as 500ms, 2s or 1.5m at character 12, found "5"'],
    [
      'date > 2026-13-45',
      7,
      10,
      'Expected a date such as 2026-11-23, today or now-7d at character 8, found "2026-13-45"',
    ],
    ['flaky and', 9, 0, 'Expected a field, not or ( at character 10, found the query ends'],
    ['(flaky', 6, 0, 'Expected =, !=, and, or or ) at character 7, found the query ends'],
    ['flaky run = 1', 6, 3, 'Expected =, !=, and, or, order by or limit at character 7, found "run"'],
    ['name = "half', 7, 5, 'Expected a text at character 8, found a text without its closing quote'],
    ['name = and', 7, 3, 'Expected a text at character 8, found "and"'],
    ['order flaky', 6, 5, 'Expected by at character 7, found "flaky"'],
    ['limit 0', 6, 1, 'Expected a number from 1 to 1000 at character 7, found "0"'],
  ])('says of %s what was expected, and where', (text, position, length, message) => {
    expect(problemOf(text)).toMatchObject({ position, length, message });
  });

  it.each([
    ['length', `name = ${'x'.repeat(tqlLimits.length)}`, /at most 2000 characters/],
    [
      'conditions',
      Array(tqlLimits.conditions + 1)
        .fill('flaky')
        .join(' or '),
      /at most 50 conditions/,
    ],
    ['depth', `${'('.repeat(tqlLimits.depth + 1)}flaky`, /at most 20 deep/],
    ['depth of not', `${'not '.repeat(tqlLimits.depth + 1)}flaky`, /at most 20 deep/],
    [
      'listed values',
      `run in (${Array(tqlLimits.listed + 1)
        .fill('1')
        .join(',')})`,
      /at most 100 values/,
    ],
    ['orders', 'order by run, name, file, date', /at most 3 fields/],
  ])('has a bound: %s', (_, text, message) => {
    expect(problemOf(text)?.message).toMatch(message);
  });

  it.each([
    ['', '', expect.arrayContaining(['status', 'name', 'not', 'order by'])],
    ['st', 'st', ['status']],
    ['status ', '', expect.arrayContaining(['=', '!=', 'in'])],
    ['status = f', 'f', ['fail', 'flaky']],
    ['status in (pass, ', '', expect.arrayContaining(['fail', 'flaky'])],
    ['flaky a', 'a', ['and']],
    ['order by du', 'du', ['duration']],
    ['order by name ', '', expect.arrayContaining(['asc', 'desc', 'limit'])],
    ['name = "st', 'st', []],
    ['nonsense = ', '', []],
  ])('completes %j', (text, typed, words) => {
    expect(completeTql(text, text.length)).toEqual({ from: text.length - typed.length, words });
  });

  it('completes where the caret is, whatever follows', () => {
    expect(completeTql('st and flaky', 2)).toEqual({ from: 0, words: ['status'] });
  });
});
