// Sets the theme before the first paint, so that a dark page never flashes white, and says whether the frame of a page
// is to be painted before the client is there. A file of its own, because the content security policy forbids inline
// scripts.
{
  const page = document.documentElement.dataset;
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.mantineColorScheme = dark ? 'dark' : 'light';
  if (localStorage.getItem('assay.token') !== null) {
    page.frame = localStorage.getItem('assay.navigationFolded') === 'true' ? 'folded' : 'open';
  }
}
