import { setVariables } from './environmentNames.ts';

describe('the variables of an environment', () => {
  it('replace those that differ only in case on Windows', () => {
    const environment = { PATH: 'C:\\node', TEMP: 'C:\\temp' };
    setVariables(environment, { Path: 'C:\\own', temp: 'D:\\', Shop: 'open' }, 'win32');
    expect(environment).toEqual({ PATH: 'C:\\own', temp: 'D:\\', Shop: 'open' });
  });

  it('are case-sensitive elsewhere', () => {
    const environment = { PATH: '/bin', TEMP: '/tmp' };
    setVariables(environment, { Path: '/own', temp: '/' }, 'linux');
    expect(environment).toEqual({ PATH: '/bin', Path: '/own', TEMP: '/tmp', temp: '/' });
  });
});
