import { refusalOfGitUrl } from './gitAddresses.ts';
import { gitAddressesOf } from './gitAddressSettings.ts';

describe('the settings of addresses of repositories', () => {
  const isRefused = (env: NodeJS.ProcessEnv) => (gitUrl: string) =>
    refusalOfGitUrl(gitUrl, gitAddressesOf(env, '/data', null)) !== null;

  it('allow any host and the repositories of the samples, where the operator says nothing', () => {
    const refused = isRefused({ ASSAY_GIT_HOSTS: '', ASSAY_GIT_PROTOCOLS: '' });
    expect(
      ['https://a.example.org/shop', 'git@b.example.org:shop', '/data/demo-repositories/shop'].filter(refused),
    ).toEqual([]);
    expect(refused('/data/master.key')).toBe(true);
    expect(refused('http://a.example.org/shop')).toBe(true);
  });

  it('allow what the operator names, and nothing else', () => {
    const refused = isRefused({
      ASSAY_GIT_HOSTS: 'GitHub.com, *.example.org',
      ASSAY_GIT_PROTOCOLS: 'https, HTTP',
      ASSAY_LOCAL_REPOSITORIES: '/srv/git',
    });
    const allowed = [
      'https://github.com/acme/shop',
      'http://a.example.org/shop',
      '/srv/git/shop',
      '/data/demo-repositories/shop',
    ];
    expect(allowed.filter(refused)).toEqual([]);
    const others = ['https://gitlab.com/acme/shop', 'git@github.com:acme/shop', '/data/other/shop'];
    expect(others.filter((gitUrl) => !refused(gitUrl))).toEqual([]);
  });
});
