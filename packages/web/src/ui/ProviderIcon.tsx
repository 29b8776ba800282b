import type { Icon } from './icons/icon.tsx';
import { IconBrandGithub, IconBrandGitlab, IconBrandGoogle, IconBrandWindows, IconKey } from './icons/icons.ts';

const icons: Readonly<Record<string, Icon>> = {
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
};

/** What a provider is recognised by: a known mark, or a picture as a data URL. */
export function ProviderIcon({ icon }: { icon: string }) {
  if (icon.startsWith('data:')) return <img src={icon} alt="" width={16} height={16} />;
  const Icon = icons[icon] ?? IconKey;
  return <Icon size={16} stroke={1.75} aria-hidden />;
}
