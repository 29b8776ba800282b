import type { OneOfEach } from '../support/oneOfEach.ts';
import { screensOfSettings, screensOfStaff } from '../support/screens.ts';
import { type AccessibleScreens, startAccessibleScreens } from './accessibleScreens.ts';

let screens: AccessibleScreens;
let things: OneOfEach;

beforeAll(async () => {
  screens = await startAccessibleScreens();
  things = await screens.signIn();
});
afterAll(() => screens.stop());

describe('every screen', () => {
  it('of settings has nothing in it that axe finds and calls more than minor, in both themes and widths', async () => {
    const ofAccount = screensOfSettings(things).map((path) => `demo/${path}`);
    expect(await screens.findingsIn([...ofAccount, ...screensOfStaff(things)])).toEqual({});
    expect(screens.errors).toEqual([]);
  });

  it('has lists of choices whose highlighted one can be read in both themes', async () => {
    expect(await screens.findingsInChoices('demo/settings/access-log', 'Kind')).toEqual([]);
  });
});
