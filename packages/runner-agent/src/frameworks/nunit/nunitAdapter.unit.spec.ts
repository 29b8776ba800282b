import { refuseOtherPlatform } from './nunitAdapter.ts';

describe('NUnit tests of .NET Framework', () => {
  it('run only on Windows', () => {
    expect(() => refuseOtherPlatform({ usingDotnetCore: false }, 'win32')).not.toThrow();
    expect(() => refuseOtherPlatform({ usingDotnetCore: false }, 'linux')).toThrow(/runs on Windows only/);
  });

  it.each([true, null])('are not assumed for a project that answers %s to .NET Core', (usingDotnetCore) => {
    expect(() => refuseOtherPlatform({ usingDotnetCore }, 'linux')).not.toThrow();
  });
});
