import { projectionList } from './projectionList.ts';
import { projections } from './projections.ts';

describe('the registry of read models', () => {
  it('knows each by its own name, which is also the name of its collection', () => {
    expect(projectionList.map(({ name }) => name)).toEqual(Object.keys(projections));
  });
});
