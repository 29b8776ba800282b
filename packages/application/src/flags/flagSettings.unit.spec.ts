import { flagsOf } from './flagSettings.ts';

describe('the settings of flags', () => {
  it('leave everything to the plans by default', () => {
    expect(flagsOf({})).toEqual({ set: new Map(), serviceUrl: null });
    expect(flagsOf({ ASSAY_FLAGS: '', ASSAY_FLAGD_URL: '' })).toEqual({ set: new Map(), serviceUrl: null });
  });

  it('switch single flags on and off', () => {
    const { set } = flagsOf({ ASSAY_FLAGS: 'runner-pools=off, test-selection = on,' });
    expect(set).toEqual(
      new Map([
        ['runner-pools', false],
        ['test-selection', true],
      ]),
    );
  });

  it('name a service', () => {
    expect(flagsOf({ ASSAY_FLAGD_URL: 'http://flagd:8016' }).serviceUrl).toBe('http://flagd:8016');
  });

  it.each([
    [{ ASSAY_FLAGS: 'pools=on' }, 'ASSAY_FLAGS knows runner-pools'],
    [{ ASSAY_FLAGS: 'runner-pools' }, 'runner-pools must be on or off'],
    [{ ASSAY_FLAGS: 'runner-pools=yes' }, 'runner-pools must be on or off'],
    [{ ASSAY_FLAGD_URL: 'flagd:8016' }, 'ASSAY_FLAGD_URL must be an http or https address'],
    [{ ASSAY_FLAGD_URL: 'http://flagd:8016', ASSAY_FLAGS: 'runner-pools=on' }, 'not both'],
  ])('that are wrong are named: %j', (env, said) => {
    expect(() => flagsOf(env)).toThrow(said);
  });
});
