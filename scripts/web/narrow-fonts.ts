import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const STYLES = /\/@fontsource-variable\/[\w-]+\/wght(-italic)?\.css$/
/** `@font-face` rule of the letters that every screen shows. */
const LATIN = /@font-face \{[^}]*url\(\.\/(files\/[\w-]+-latin-wght-\w+\.woff2)\)[^}]*\}/g

/**
 * Parts of the fonts in use: weights 400 to 700, for code 400 only; kerning, accents and tabular
 * figures. Ligatures are dropped.
 */
const used = {
  inter: {
    wght: { min: 400, max: 700, default: 400 },
    features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'],
  },
  'jetbrains-mono': { wght: 400, features: ['mark', 'mkmk', 'ccmp', 'locl'] },
}

const folder = join(import.meta.dirname, '../../.cache/fonts')

/** Reduces the fonts for Latin letters to the parts in use, which halves them. */
export const narrowFonts = (): Plugin => ({
  name: 'narrow-fonts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: STYLES },
    async handler(code, id) {
      const faces = await Promise.all(
        [...code.matchAll(LATIN)].map(async ([face, file = '']) => ({
          face,
          narrow: await narrowed(face, { from: dirname(id), file }),
        })),
      )
      return faces.reduce((styles, { face, narrow }) => styles.replace(face, narrow), code)
    },
  },
})

async function narrowed(face: string, { from, file }: { from: string; file: string }) {
  const font = await readFile(join(from, file))
  const [, ofFamily] = Object.entries(used).find(([name]) => file.includes(`/${name}-`)) ?? []
  if (!ofFamily) throw new Error(`it is not said what is used of ${file}`)
  const options = {
    variationAxes: { wght: ofFamily.wght },
    keepFeatures: ofFamily.features,
    targetFormat: 'woff2',
  } as const
  const letters = lettersOf(face)
  const key = createHash('sha256')
    .update(font)
    .update(JSON.stringify([options, letters]))
  const path = join(folder, key.digest('hex').slice(0, 16), file.replace('files/', ''))
  if (!existsSync(path)) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await subsetFont(font, letters, options))
  }
  const { wght } = ofFamily
  const weights = typeof wght === 'number' ? wght : `${wght.min} ${wght.max}`
  return face.replace(`./${file}`, path).replace(/font-weight: [\d ]+/, `font-weight: ${weights}`)
}

/** All characters of the face's `unicode-range`. */
const lettersOf = (face: string): string =>
  [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, nth) => from + nth)
    })
    .map(code => String.fromCodePoint(code))
    .join('')
