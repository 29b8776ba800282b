import { appSecretVariable, clientSecretVariable, type secretVariables } from './supervision/child.ts';

type SecretVariable = (typeof secretVariables)[number];

/** Where the stores are, the key to what is encrypted in them, and that of the bucket of blobs. */
const ofStores: readonly SecretVariable[] = [
  'EVENTSTORE_URL',
  'MONGODB_URL',
  'ASSAY_MASTER_KEY',
  'ASSAY_MASTER_KEY_NEXT',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
];

const ofStripe: readonly SecretVariable[] = ['ASSAY_STRIPE_SECRET_KEY', 'ASSAY_STRIPE_WEBHOOK_SECRET'];

/** Of what all processes report about themselves. */
const ofReports: readonly SecretVariable[] = ['ASSAY_METRICS_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'];

const needed = {
  api: [...ofStores, ...ofReports, 'ASSAY_CAPTCHA_SECRET', 'ASSAY_AI_KEY', ...ofStripe],
  projector: [...ofStores, ...ofReports],
  automation: [...ofStores, ...ofReports, 'ASSAY_SMTP_URL', 'ASSAY_AI_KEY', ...ofStripe],
} as const satisfies Record<string, readonly SecretVariable[]>;

/** @returns those of the launcher's secrets that a process of the service needs, and no others */
export function secretsFor(service: keyof typeof needed, env: NodeJS.ProcessEnv): Record<string, string> {
  const ofApplications = Object.keys(env).filter(
    (name) =>
      (service === 'api' && clientSecretVariable.test(name)) ||
      (service !== 'projector' && appSecretVariable.test(name)),
  );
  const names = [...needed[service], ...ofApplications];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
