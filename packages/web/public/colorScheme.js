// Sets the theme before the first paint, so that a dark page never flashes white. A file of its own, because the
// content security policy forbids inline scripts.
{
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
