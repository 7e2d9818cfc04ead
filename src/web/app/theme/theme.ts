import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { componentDefaults } from './component-defaults.ts'
import { variantColors } from './variant-colors.ts'

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  colors: {
    accent: [
      '#E7F5FD',
      '#C9E8FB',
      '#98D4F6',
      '#5CC0F5',
      '#2AABEE',
      '#1A9ADE',
      '#0F86C6',
      '#0B74B3',
      '#0A5F93',
      '#084B74',
    ],
    dark: [
      '#E7EBF1',
      '#C5CDD8',
      '#A3AEBD',
      '#8391A3',
      '#343D4C',
      '#1B212B',
      '#11151C',
      '#0B0E13',
      '#090C10',
      '#06080B',
    ],
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'md',
  shadows: { sm: 'none', md: 'var(--shadow-raised)', lg: 'var(--shadow-raised)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  variantColorResolver: variantColors,
  components: componentDefaults,
})

const mantineColors = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'transparent',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** Mantine's colour variables, mapped to our tokens in both schemes. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: mantineColors,
  dark: mantineColors,
})
