import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dfe1ff',
  '#bfc1ff',
  '#a3a2ff',
  '#8f8bff',
  '#6f68f2',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#2e2a80',
];

/** Mantine draws its dark surfaces and lines from these; they are the neutrals of theme.css. */
const dark: MantineColorsTuple = [
  '#e9ebee',
  '#b8bdc5',
  '#9ba1ab',
  '#5b626c',
  '#353940',
  '#26292e',
  '#1b1e22',
  '#17191c',
  '#131518',
  '#101214',
];

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { indigo, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '22px', xl: '26px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '28px' },
      h2: { fontSize: '15px', lineHeight: '22px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  defaultRadius: 6,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    // What is typed marks the first that fits, so that Enter takes it.
    Select: { defaultProps: { size: 'xs', selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { size: 'xs', selectFirstOptionOnChange: true } },
    TagsInput: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Menu: { defaultProps: { shadow: 'sm', transitionProps: { duration: 120 } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Mantine's is a header element, which outside of sections is a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.35 },
        padding: 20,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 120 } } },
  },
});

/** Mantine's own variables, pointed at ours, so that its components share the neutrals of the page. */
export const themeVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface-raised)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-error': 'var(--fail-ink)',
    '--mantine-color-red-light-color': 'var(--fail-ink)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-gray-light-hover': 'var(--hover)',
    '--mantine-color-gray-light-color': 'var(--ink-soft)',
  };
  return {
    variables: {},
    light: { ...shared, '--mantine-color-red-filled': '#d92d20', '--mantine-color-red-filled-hover': '#b42318' },
    dark: { ...shared, '--mantine-color-red-filled': '#ff6257', '--mantine-color-red-filled-hover': '#ff7a70' },
  };
};
