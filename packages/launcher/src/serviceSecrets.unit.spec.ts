import { secretsFor } from './serviceSecrets.ts';
import { secretVariables, withoutSecrets } from './supervision/child.ts';

const everything = Object.fromEntries(secretVariables.map((name) => [name, `the ${name}`]));
const ofStripe = ['ASSAY_STRIPE_SECRET_KEY', 'ASSAY_STRIPE_WEBHOOK_SECRET'];
const ofBucket = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
const ofStores = ['ASSAY_MASTER_KEY', 'ASSAY_MASTER_KEY_NEXT', 'EVENTSTORE_URL', 'MONGODB_URL', ...ofBucket];

const ofReports = ['ASSAY_METRICS_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'];

describe('of the secrets', () => {
  it.each([
    ['api', [...ofStores, 'ASSAY_AI_KEY', 'ASSAY_CAPTCHA_SECRET', ...ofReports, ...ofStripe]],
    ['projector', [...ofStores, ...ofReports]],
    ['automation', [...ofStores, 'ASSAY_AI_KEY', ...ofReports, 'ASSAY_SMTP_URL', ...ofStripe]],
  ] as const)('the %s gets what it needs', (service, names) => {
    const given = secretsFor(service, { ...everything, PATH: '/usr/bin' });
    expect(Object.keys(given).sort()).toEqual([...names].sort());
    for (const name of names) expect(given[name]).toBe(`the ${name}`);
  });

  it('those of providers go to the api only', () => {
    const providers = { ASSAY_OIDC_GOOGLE_CLIENT_SECRET: 'g', ASSAY_OIDC_MY_IDP_CLIENT_SECRET: 'm' };
    expect(secretsFor('api', { ...providers, ASSAY_OIDC_GOOGLE_CLIENT_ID: 'id' })).toEqual(providers);
    expect(secretsFor('automation', providers)).toEqual({});
    expect(withoutSecrets({ ...providers, ASSAY_OIDC_GOOGLE_CLIENT_ID: 'id' })).toEqual({
      ASSAY_OIDC_GOOGLE_CLIENT_ID: 'id',
    });
  });

  it('those of applications at other services go to the processes that use them', () => {
    const apps = {
      ASSAY_GITHUB_APP_PRIVATE_KEY: 'p',
      ASSAY_GITHUB_APP_WEBHOOK_SECRET: 'w',
      ASSAY_GITLAB_CLIENT_SECRET: 's',
      ASSAY_SLACK_CLIENT_SECRET: 'c',
      ASSAY_SLACK_SIGNING_SECRET: 'i',
      ASSAY_JIRA_CLIENT_SECRET: 'j',
    };
    for (const service of ['api', 'automation'] as const) expect(secretsFor(service, apps)).toEqual(apps);
    expect(secretsFor('projector', apps)).toEqual({});
    expect(withoutSecrets({ ...apps, ASSAY_GITHUB_APP_ID: '12' })).toEqual({ ASSAY_GITHUB_APP_ID: '12' });
  });

  it('those that are not set are left out', () => {
    expect(secretsFor('api', { MONGODB_URL: 'mongodb://127.0.0.1' })).toEqual({ MONGODB_URL: 'mongodb://127.0.0.1' });
  });
});
