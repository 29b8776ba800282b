import { screensOfTests } from '../support/screens.ts';
import { type AccessibleScreens, startAccessibleScreens } from './accessibleScreens.ts';

let screens: AccessibleScreens;

beforeAll(async () => {
  screens = await startAccessibleScreens();
});
afterAll(() => screens.stop());

describe('every screen about tests', () => {
  it('has nothing in it that axe finds and calls more than minor, in both themes and widths', async () => {
    const ofAccount = screensOfTests(await screens.signIn()).map((path) => `demo/${path}`);
    expect(await screens.findingsIn(ofAccount)).toEqual({});
    expect(screens.errors).toEqual([]);
  });
});
