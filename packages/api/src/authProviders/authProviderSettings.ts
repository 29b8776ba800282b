/** A provider as the operator has configured it. */
export type AuthProviderSettings = {
  /** In lower case, as calls name it. */
  name: string;
  label: string;
  icon: string;
  /** GitHub has no OpenID Connect for people, but OAuth 2 and calls of its own. */
  protocol: 'openId' | 'gitHub';
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What is asked for. */
  scope: string;
};

type Preset = Pick<AuthProviderSettings, 'label' | 'icon' | 'protocol' | 'issuer'> & { scope?: string };

/** What an operator need not say, by the name of the provider. */
const presets: Readonly<Record<string, Preset>> = {
  github: {
    label: 'GitHub',
    icon: 'github',
    protocol: 'gitHub',
    issuer: 'https://github.com',
    scope: 'read:user user:email',
  },
  google: { label: 'Google', icon: 'google', protocol: 'openId', issuer: 'https://accounts.google.com' },
  entra: {
    label: 'Microsoft',
    icon: 'microsoft',
    protocol: 'openId',
    issuer: 'https://login.microsoftonline.com/organizations/v2.0',
  },
};

const variable = /^ASSAY_OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|ICON|SCOPE)$/;
const icons = ['github', 'google', 'microsoft', 'gitlab', 'key'];

/** Only to a machine itself may secrets go unencrypted, which is for trying things out. */
export function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function requireIssuer(name: string, issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url));
  if (isSafe) return issuer;
  throw new RangeError(`ASSAY_OIDC_${name}_ISSUER must be an https address, not '${issuer}'.`);
}

function requireIcon(name: string, icon: string): string {
  if (icons.includes(icon) || /^data:image\/[a-z0-9.+-]+[;,]/i.test(icon)) return icon;
  throw new RangeError(`ASSAY_OIDC_${name}_ICON must be ${icons.join(', ')} or a data URL of a picture.`);
}

/**
 * @returns the providers that `ASSAY_OIDC_<NAME>_…` configure, by label
 * @throws RangeError that names the variable which is wrong or missing
 */
export function authProvidersOf(env: NodeJS.ProcessEnv): AuthProviderSettings[] {
  const given = new Map<string, Record<string, string>>();
  for (const [key, value] of Object.entries(env)) {
    const [, name, field] = variable.exec(key) ?? [];
    if (name && field && value) given.set(name, { ...given.get(name), [field]: value });
  }
  return [...given].map(([name, fields]) => providerOf(name, fields)).sort((a, b) => a.label.localeCompare(b.label));
}

function providerOf(name: string, fields: Record<string, string>): AuthProviderSettings {
  const preset = presets[name.toLowerCase()];
  const required = (field: string, usual?: string) => {
    const value = fields[field] ?? usual;
    if (value === undefined) throw new RangeError(`ASSAY_OIDC_${name}_${field} is missing.`);
    return value;
  };
  return {
    name: name.toLowerCase().replaceAll('_', '-'),
    label: fields.LABEL ?? preset?.label ?? name,
    icon: requireIcon(name, fields.ICON ?? preset?.icon ?? 'key'),
    protocol: preset?.protocol ?? 'openId',
    issuer: requireIssuer(name, required('ISSUER', preset?.issuer)),
    clientId: required('CLIENT_ID'),
    clientSecret: required('CLIENT_SECRET'),
    scope: fields.SCOPE ?? preset?.scope ?? 'openid email profile',
  };
}
