import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { helmTools } from '../support/helmTools.ts';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm/assay');

type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: its form depends on the kind, and is checked with the types of Kubernetes
  spec: any;
};

const needed = { publicUrl: 'https://assay.example.org', existingSecret: 'assay-secret' };
const agents = { existingSecret: 'agent-token', prometheusUrl: 'http://prometheus:9090' };
const everything = {
  ...needed,
  settings: { ASSAY_TRUSTED_PROXIES: '10.0.0.0/8', ASSAY_QUOTA_RUNS: 50 },
  data: { bucket: 's3://evidence/assay?region=eu-central-1' },
  api: { replicas: 3, autoscaling: { enabled: true } },
  ingress: { enabled: true, className: 'nginx', host: 'assay.example.org', tlsSecret: 'tls' },
  networkPolicies: {
    apiFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
    metricsFrom: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
  },
  image: { pullSecrets: [{ name: 'registry' }] },
};
const variants = {
  'the least': needed,
  'agents that stay': { ...everything, agents: { ...agents, kind: 'deployment', autoscaling: { enabled: true } } },
  'agents as jobs': { ...everything, agents: { ...agents, kind: 'jobs', pool: 'Large' } },
};

/** Where the objects of an API version are described. */
const moduleOf = ({ apiVersion }: KubernetesObject) =>
  `${apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'}/${apiVersion}`;

const tools = await helmTools();
(tools ? describe : describe.skip)('the Helm chart', () => {
  const { helm, modules } = tools ?? { helm: '', modules: '' };

  function run(values: object) {
    const file = join(modules, '../values.json');
    writeFileSync(file, JSON.stringify(values));
    return spawnSync(helm, ['template', 'a', chart, '--values', file], { encoding: 'utf8' });
  }

  function render(values: object): KubernetesObject[] {
    const { stdout, stderr, status } = run(values);
    if (status !== 0) throw new Error(stderr);
    return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
  }

  /** The types find names that Kubernetes does not know, which it would only warn of. */
  function typesRefuse(objects: KubernetesObject[]): string {
    const lines = objects.map((object, at) => {
      const type = `import('${moduleOf(object)}').I${object.kind}`;
      return `export const object${at}: ${type} = ${JSON.stringify(object, null, 1)};`;
    });
    writeFileSync(join(modules, '../objects.mts'), lines.join('\n'));
    const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-p', join(modules, '..')], { encoding: 'utf8' }).stdout;
  }

  const podsOf = (objects: KubernetesObject[]) =>
    objects.flatMap(({ kind, spec }) => {
      if (kind === 'Deployment') return [spec.template];
      return kind === 'ScaledJob' ? [spec.jobTargetRef.template] : [];
    });

  it('passes the linter of Helm', () => {
    const values = Object.entries(needed).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    expect(execFileSync(helm, ['lint', '--strict', chart, ...values], { encoding: 'utf8' })).toContain(
      '0 chart(s) failed',
    );
  });

  it.each(Object.entries(variants))('makes objects that Kubernetes takes: %s', async (_, values) => {
    const objects = render(values);
    for (const object of objects) {
      const models = await import(pathToFileURL(join(modules, moduleOf(object), 'index.js')).href);
      expect(() => new models[object.kind](object).validate()).not.toThrow();
    }
    expect(typesRefuse(objects)).toBe('');
  });

  it('is checked by types that refuse a name of no meaning', () => {
    const [first, ...others] = render(needed).filter(({ kind }) => kind === 'Deployment');
    const misspelt = { ...first, spec: { ...first?.spec, replica: 2 } } as KubernetesObject;
    expect(typesRefuse([misspelt, ...others])).toContain('"replica"');
  });

  it.each(Object.entries(variants))(
    'runs no pod as root, with a token of the cluster, or writable: %s',
    (_, values) => {
      const pods = podsOf(render(values));
      expect(pods.length).toBeGreaterThanOrEqual(3);
      for (const { spec } of pods) {
        expect(spec).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        for (const { securityContext } of spec.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
        }
      }
    },
  );

  it('gives agents neither the secrets nor the data of the service, nor a way to the stores', () => {
    for (const kind of ['deployment', 'jobs']) {
      const objects = render({ ...everything, agents: { ...agents, kind } });
      const isOfAgent = ({ metadata }: KubernetesObject) => metadata.labels['app.kubernetes.io/component'] === 'agent';
      const [pod] = podsOf(objects.filter(isOfAgent));
      const said = JSON.stringify(pod);
      expect(said).not.toContain('assay-secret');
      expect(said).not.toContain('persistentVolumeClaim');
      const policy = objects.find((object) => object.kind === 'NetworkPolicy' && isOfAgent(object));
      expect(policy?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
      expect(policy?.spec.ingress).toEqual([]);
      const [outside] =
        policy?.spec.egress.flatMap(({ to }: { to: { ipBlock?: { except: string[] } }[] }) =>
          to.flatMap(({ ipBlock }) => ipBlock ?? []),
        ) ?? [];
      expect(outside.except).toContain('10.0.0.0/8');
    }
  });

  it('says what is missing before anything is made', () => {
    const { stderr } = run({});
    for (const value of ['/publicUrl', '/existingSecret']) expect(stderr).toContain(value);
    expect(run({ ...needed, agents: { kind: 'deployment' } }).stderr).toContain('/agents/existingSecret');
    expect(run({ ...needed, agents: { ...agents, kind: 'jobs', prometheusUrl: '' } }).stderr).toContain(
      'prometheusUrl',
    );
    expect(run({ ...needed, replicas: 2 }).stderr).toContain("'replicas' not allowed");
  });

  it('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).toContain(`appVersion: ${version}\n`);
  });
});
