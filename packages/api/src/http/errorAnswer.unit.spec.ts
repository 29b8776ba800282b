import { InvalidFields } from '@assay/application';
import type { Position } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { OperationsError } from '@assay/operations';
import { ReadModelsLagging } from '@assay/projections';
import { errorAnswerOf } from './errorAnswer.ts';

describe('the answer to an error', () => {
  const answer = (error: unknown) => errorAnswerOf(error, 'r1', false);

  it('names the invalid fields', () => {
    const errors = [{ field: 'branch', message: 'Cannot be blank' }];
    expect(answer(new InvalidFields(...errors))).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', message: 'Form validation failed', requestId: 'r1', errors },
    });
  });

  it('asks to retry while the read models are lagging', () => {
    expect(answer(new ReadModelsLagging({ scope: 'all', tier: 'prompt', position: 'e-1' as Position }))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'readModels.behind' },
    });
  });

  it.each([
    ['a file of this process', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
    [
      'a file, as flydrive wraps it',
      new Error('Cannot write', { cause: Object.assign(new Error(), { code: 'EDQUOT' }) }),
    ],
    ['the document store', Object.assign(new Error('refused'), { code: 14031 })],
    ['the event store', new Error('Could not recognize The disk that holds the events is full.')],
  ])('says that the disk is full where it was refused by %s', (_, error) => {
    expect(answer(error)).toMatchObject({
      status: 507,
      headers: { 'retry-after': '30' },
      body: { code: 'storage.full', message: expect.stringContaining('disk of the service is full') },
    });
  });

  it('asks to retry while too many passwords are checked', () => {
    expect(answer(new OperationsError('credentials.busy', 'Too many.'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { code: 'signIn.busy' },
    });
  });

  it("carries the domain's code, and reveals nothing about an unknown failure", () => {
    expect(answer(new DomainError('project.notFound'))).toMatchObject({
      status: 404,
      body: { code: 'project.notFound' },
    });
    const unknown = answer(new Error('password=secret'));
    expect(unknown).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(unknown)).not.toContain('secret');
  });
});
