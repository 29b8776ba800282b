import type { Position } from '@assay/contract';
import { ReadModelsLagging } from '@assay/projections';
import { isTransient } from './isTransient.ts';

const withCode = (code: unknown) => Object.assign(new Error('refused'), { code });

describe('a failure of a reaction', () => {
  it.each([
    ['a store that does not answer', withCode(14)],
    ['a connection that is refused', withCode('ECONNREFUSED')],
    ['an event store without disk space', new Error('Could not recognize The disk that holds the events is full.')],
    ['a document store without disk space', withCode(14031)],
    ['read models that lag', new ReadModelsLagging({ scope: 'all', tier: 'prompt', position: 'e-1' as Position })],
  ])('is transient when it comes from %s', (_, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['a refused command', withCode('testRun.notFound')],
    ['a programming error', new TypeError('undefined is not a function')],
    ['a duplicate key', withCode(11000)],
    ['something that is no error', 'text'],
  ])('is not transient when it comes from %s', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
