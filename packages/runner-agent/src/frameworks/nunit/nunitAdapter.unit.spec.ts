import { refuseOtherPlatform } from './nunitAdapter.ts';

describe('NUnit tests of .NET Framework', () => {
  it('are run on Windows only', () => {
    expect(() => refuseOtherPlatform({ usingDotnetCore: false }, 'win32')).not.toThrow();
    expect(() => refuseOtherPlatform({ usingDotnetCore: false }, 'linux')).toThrow(/runs on Windows only/);
  });

  it.each([true, null])('are not what a project has that says %s to .NET Core', (usingDotnetCore) => {
    expect(() => refuseOtherPlatform({ usingDotnetCore }, 'linux')).not.toThrow();
  });
});
