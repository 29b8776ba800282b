import { setVariables } from './environmentNames.ts';

describe('the variables of an environment', () => {
  it('replace those that Windows takes for the same', () => {
    const environment = { PATH: 'C:\\node', TEMP: 'C:\\temp' };
    setVariables(environment, { Path: 'C:\\own', temp: 'D:\\', Shop: 'open' }, 'win32');
    expect(environment).toEqual({ PATH: 'C:\\own', temp: 'D:\\', Shop: 'open' });
  });

  it('are told apart by the size of their letters elsewhere', () => {
    const environment = { PATH: '/bin', TEMP: '/tmp' };
    setVariables(environment, { Path: '/own', temp: '/' }, 'linux');
    expect(environment).toEqual({ PATH: '/bin', Path: '/own', TEMP: '/tmp', temp: '/' });
  });
});
