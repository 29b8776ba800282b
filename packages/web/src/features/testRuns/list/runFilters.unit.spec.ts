import { areFiltered, filtersFromUrl, filtersToUrl } from '../../../ui/urlFilters.ts';
import { areNarrowed, newestFirst, noFilters, queryOfFilters, type RunFilters, runFilters } from './runFilters.ts';

const none: RunFilters = { ...noFilters, sort: newestFirst };
const now = new Date(2026, 10, 20, 14, 2).getTime();

describe('filters in the URL', () => {
  it('are read back as written', () => {
    const filters: RunFilters = {
      search: 'main #3',
      date: '2026-11-01..2026-11-05',
      project: ['p1', 'p2'],
      branch: ['feature/a,b'],
      build: ['b1'],
      suite: ['s1'],
      environment: ['e1'],
      stage: ['g1'],
      status: ['FAIL'],
      reviewer: ['me', 'none'],
      attribute: ['browser=firefox', 'job=test: [a, b]'],
      sort: '-failCount',
      page: 3,
    };
    expect(filtersFromUrl(runFilters, filtersToUrl(runFilters, filters))).toEqual(filters);
  });

  it('leave no parameters for no filters', () => {
    expect(filtersToUrl(runFilters, none).toString()).toBe('');
    expect(filtersFromUrl(runFilters, new URLSearchParams())).toEqual(none);
    expect(areFiltered(runFilters, none)).toBe(false);
  });

  it('keep other parameters', () => {
    expect(filtersToUrl(runFilters, none, new URLSearchParams('new=&status=FAIL&page=4')).toString()).toBe('new=');
  });

  it('ignore invalid values', () => {
    const filters = filtersFromUrl(runFilters, new URLSearchParams('date=2026-11-05..2026-11-01&page=-2&project='));
    expect(filters).toEqual(none);
    expect(filtersFromUrl(runFilters, new URLSearchParams('date=toString')).date).toBe('');
  });
});

describe('the request for runs', () => {
  it('asks for ten runs of the page, with comma lists', () => {
    const query = queryOfFilters({ ...none, status: ['PASS', 'FAIL'], page: 3 }, now);
    const narrow = queryOfFilters({ ...none, suite: ['s1'], stage: ['g1'], reviewer: ['me', 'none'] }, now);
    expect(narrow).toMatchObject({ testSuiteId: 's1', pipelineStage: 'g1', reviewerIds: 'me,none' });
    expect(query).toMatchObject({ offset: 20, limit: 10, status: 'PASS,FAIL', date: '' });
  });

  it('names attributes one a line, as their values may have commas', () => {
    const attribute = ['browser=firefox', 'job=test: [a, b]'];
    expect(queryOfFilters({ ...none, attribute }, now)).toMatchObject({ attributes: attribute.join('\n') });
  });

  it('asks for pages of another size, and in another order than newest first', () => {
    const filters = { ...noFilters, sort: '-failCount' as const, search: ' main ', page: 2 };
    expect(queryOfFilters(filters, now, 25)).toMatchObject({
      offset: 25,
      limit: 25,
      sort: '-failCount',
      search: 'main',
    });
    expect(queryOfFilters({ ...filters, sort: newestFirst }, now)).not.toHaveProperty('sort');
    expect(areNarrowed({ ...noFilters, sort: '-failCount' })).toBe(false);
    expect(areNarrowed(filters)).toBe(true);
  });

  it('asks for a range from the first to the last moment of the local days', () => {
    const range = (date: string) =>
      queryOfFilters({ ...none, date }, now)
        .date.split(',')
        .map((at) => new Date(at));
    expect(range('last7')).toEqual([new Date(2026, 10, 14), new Date(2026, 10, 20, 23, 59, 59, 999)]);
    expect(range('2026-11-01..2026-11-01')).toEqual([new Date(2026, 10, 1), new Date(2026, 10, 1, 23, 59, 59, 999)]);
  });
});
