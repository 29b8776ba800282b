import { filtersFromUrl, filtersToUrl } from '../../../ui/urlFilters.ts';
import { pickedStatuses, treeFilters } from './useTreeFilters.ts';

describe("the tree's filters in the URL", () => {
  it('are read back as written', () => {
    const filters = {
      search: 'pay card',
      statuses: ['FAIL' as const, 'FLAKY' as const],
      showQuarantined: true,
      rootCauseId: '',
      page: 1,
    };
    expect(filtersFromUrl(treeFilters, filtersToUrl(treeFilters, filters, new URLSearchParams('test=t1')))).toEqual(
      filters,
    );
  });

  it('keep the chosen test', () => {
    const none = { search: '', statuses: [], showQuarantined: false, rootCauseId: '', page: 1 };
    expect(filtersToUrl(treeFilters, none, new URLSearchParams('test=t1&status=FAIL')).toString()).toBe('test=t1');
  });

  it('ignore unknown statuses', () => {
    expect(filtersFromUrl(treeFilters, new URLSearchParams('status=SLOW&status=PASS')).statuses).toEqual(['PASS']);
  });
});

describe('picking a segment of the bar', () => {
  it('shows its status alone', () => {
    expect(pickedStatuses(['PASS', 'FAIL'], 'fail')).toEqual(['FAIL']);
  });

  it('shows everything again when it was alone already', () => {
    expect(pickedStatuses(['FAIL'], 'fail')).toEqual([]);
  });
});
