import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

/** Tokens for success, waiting and failure as a `color`; any other is `accent`, the default. */
const meanings = ['ok', 'warn', 'bad']

/** Mantine picks the text on a filled colour by the light scheme's shade; here the tokens decide. */
export const variantColors: VariantColorsResolver = input => {
  const { color = 'accent', variant } = input
  const token = meanings.includes(color) ? color : 'accent'

  if (variant === 'filled') {
    return token === 'bad'
      ? solid('var(--bad-fill)', 'color-mix(in srgb, var(--bad-fill) 88%, black)', 'var(--on-bad)')
      : solid('var(--accent)', 'var(--accent-hover)', 'var(--on-accent)')
  }
  if (variant === 'light') {
    return solid(`var(--${token}-soft)`, `var(--${token}-soft)`, textOf(token))
  }
  if (variant === 'outline') {
    return {
      ...solid('transparent', `var(--${token}-soft)`, textOf(token)),
      border: `1px solid color-mix(in srgb, var(--${token}) 56%, transparent)`,
    }
  }
  if (variant === 'subtle') {
    return token === 'accent'
      ? solid('transparent', 'var(--hover)', 'var(--text-2)', 'var(--text)')
      : solid('transparent', `var(--${token}-soft)`, textOf(token))
  }
  return defaultVariantColorsResolver(input)
}

const textOf = (token: string): string =>
  token === 'accent' ? 'var(--accent-text)' : `var(--${token})`

function solid(background: string, hover: string, color: string, hoverColor = color) {
  return { background, hover, color, hoverColor, border: '1px solid transparent' }
}
