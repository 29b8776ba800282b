import { DomainError } from './domainError.ts';
import { domainErrors, domainErrorTables } from './domainErrors.ts';

const tables: [string, object][] = Object.entries(domainErrorTables);

describe('the error tables', () => {
  it('define no code twice', () => {
    const codes = tables.flatMap(([, table]) => Object.keys(table));
    expect([...new Set(codes)].sort()).toEqual([...codes].sort());
    expect(Object.keys(domainErrors).sort()).toEqual([...codes].sort());
  });

  it.each(Object.entries(domainErrors))(
    'give %s a status, a text, and the field at fault where there is one',
    (_, entry) => {
      expect([400, 403, 404, 409, 412]).toContain(entry.status);
      expect(entry.text).not.toBe('');
      expect('field' in entry).toBe(entry.status === 400);
    },
  );

  it('give an error its text', () => {
    expect(new DomainError('testRun.notFound')).toMatchObject({
      code: 'testRun.notFound',
      message: 'There is no such test run.',
    });
  });
});
