import { doors } from '../support/screens.ts';
import { type AccessibleScreens, startAccessibleScreens } from './accessibleScreens.ts';

let screens: AccessibleScreens;

beforeAll(async () => {
  screens = await startAccessibleScreens();
});
afterAll(() => screens.stop());

describe('every screen', () => {
  it('before sign-in has nothing in it that axe finds and calls more than minor, in both themes and widths', async () => {
    expect(await screens.findingsIn(doors)).toEqual({});
    expect(screens.errors).toEqual([]);
  });
});
