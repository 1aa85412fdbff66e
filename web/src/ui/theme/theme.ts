import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  rem,
  virtualColor,
} from '@mantine/core'

const pine: MantineColorsTuple = [
  '#f1f9f8',
  '#ddf2f0',
  '#bae5e1',
  '#82d2c8',
  '#54c5b7',
  '#229991',
  '#007974',
  '#005d5b',
  '#004e4c',
  '#003937',
]
const gray: MantineColorsTuple = [
  '#f7f6f2',
  '#f3f1ec',
  '#eae8e2',
  '#e2dfd9',
  '#cbc7bf',
  '#a29e96',
  '#79746b',
  '#514c45',
  '#39352f',
  '#1e1b17',
]
const dark: MantineColorsTuple = [
  '#eaeae4',
  '#b9b9b3',
  '#979b94',
  '#697270',
  '#2e3738',
  '#242c2c',
  '#192020',
  '#121819',
  '#0b1010',
  '#050808',
]

const menu = { transitionProps: { duration: 180, transition: 'pop' }, shadow: 'md', radius: 'md' } as const
const dialog = { transitionProps: { duration: 240 }, shadow: 'xl', radius: 'lg' } as const
const field = { size: 'sm' } as const

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Virtual, because a plain colour gets white text on the bright accent of the dark theme (2.1 : 1).
  colors: { pine, gray, dark, accent: virtualColor({ name: 'accent', light: 'pine', dark: 'pine' }) },
  fontFamily: 'var(--a-font)',
  fontFamilyMonospace: 'var(--a-font-mono)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(15), xl: rem(20) },
  lineHeights: { xs: '1.34', sm: '1.39', md: '1.43', lg: '1.34', xl: '1.4' },
  headings: {
    fontFamily: 'var(--a-font)',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4', fontWeight: '650' },
      h2: { fontSize: rem(15), lineHeight: '1.34', fontWeight: '600' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(28) },
  radius: { xs: rem(4), sm: rem(6), md: rem(10), lg: rem(14), xl: rem(999) },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '43.8125em', md: '68.8125em', lg: '80em', xl: '90em' },
  shadows: {
    xs: 'var(--a-elevation-1)',
    sm: 'var(--a-elevation-1)',
    md: 'var(--a-elevation-2)',
    lg: 'var(--a-elevation-2)',
    xl: 'var(--a-elevation-3)',
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    TextInput: { defaultProps: field },
    Textarea: { defaultProps: { ...field, autosize: true, minRows: 3 } },
    Select: {
      defaultProps: { ...field, checkIconPosition: 'right', comboboxProps: menu, maxDropdownHeight: 280 },
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    // The placeholder for the first focus is a child that a menu must not have. The first item gets the
    // focus.
    Menu: { defaultProps: { ...menu, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: menu },
    Tooltip: { defaultProps: { transitionProps: { duration: 120 }, withArrow: false } },
    Modal: {
      defaultProps: {
        ...dialog,
        centered: true,
        overlayProps: { color: 'var(--a-scrim)' },
        // The header element of a modal would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: {
      defaultProps: {
        ...dialog,
        radius: 0,
        overlayProps: { color: 'var(--a-scrim)' },
        attributes: { header: { role: 'presentation' } },
      },
    },
    SegmentedControl: { defaultProps: { size: 'sm', withItemsBorders: false, transitionDuration: 120 } },
  },
})

const schemeVariables = {
  '--mantine-color-body': 'var(--a-sheet)',
  '--mantine-color-text': 'var(--a-ink)',
  '--mantine-color-bright': 'var(--a-ink)',
  '--mantine-color-dimmed': 'var(--a-ink-3)',
  '--mantine-color-placeholder': 'var(--a-ink-3)',
  '--mantine-color-anchor': 'var(--a-accent-ink)',
  '--mantine-color-error': 'var(--a-bad)',
  '--mantine-color-success': 'var(--a-ok)',
  '--mantine-color-default': 'var(--a-sheet)',
  '--mantine-color-default-hover': 'var(--a-hover)',
  '--mantine-color-default-color': 'var(--a-ink)',
  '--mantine-color-default-border': 'var(--a-line-strong)',
  '--mantine-color-disabled': 'var(--a-mute-soft)',
  '--mantine-color-disabled-color': 'var(--a-ink-off)',
  '--mantine-color-disabled-border': 'var(--a-line)',
  '--mantine-color-accent-filled': 'var(--a-accent)',
  '--mantine-color-accent-filled-hover': 'var(--a-accent-hover)',
  '--mantine-color-accent-contrast': 'var(--a-on-accent)',
  '--mantine-primary-color-contrast': 'var(--a-on-accent)',
  '--mantine-color-accent-light': 'var(--a-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--a-accent-soft)',
  '--mantine-color-accent-text': 'var(--a-accent-ink)',
  '--mantine-color-accent-light-color': 'var(--a-accent-ink)',
  '--mantine-color-accent-outline': 'var(--a-accent-ink)',
  '--mantine-color-accent-outline-hover': 'var(--a-accent-soft)',
  '--mantine-color-gray-text': 'var(--a-ink-2)',
  '--mantine-color-gray-light': 'var(--a-mute-soft)',
  '--mantine-color-gray-light-hover': 'var(--a-mute-soft)',
  '--mantine-color-gray-light-color': 'var(--a-ink-2)',
  '--mantine-color-red-filled': 'var(--a-bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--a-bad-fill-hover)',
  '--mantine-color-red-light': 'var(--a-bad-soft)',
  '--mantine-color-red-light-hover': 'var(--a-bad-soft)',
  '--mantine-color-red-light-color': 'var(--a-bad)',
  '--mantine-color-red-text': 'var(--a-bad)',
}

/** The tokens themselves differ by scheme, so both schemes take the same map. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
})
