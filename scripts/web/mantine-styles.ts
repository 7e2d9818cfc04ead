import { join } from 'node:path'
import type { Plugin } from 'vite'

/** File in which a component of Mantine names its classes; loaded after the components it is made of. */
const CLASSES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

const ALL = /^@mantine\/core\/styles\.layer\.css$/
const FOUNDATION = join(import.meta.dirname, '../../src/web/app/theme/mantine-foundation.css')

/**
 * Makes each component of Mantine import its own styles, so that a page loads only the styles of
 * its components: all of them are 270 kB.
 */
export const mantineStyles = (): Plugin => ({
  name: 'mantine-styles',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: ALL }, handler: () => FOUNDATION },
  transform: {
    filter: { id: CLASSES },
    handler: (code, id) =>
      `import '@mantine/core/styles/${CLASSES.exec(id)?.[1]}.layer.css'\n${code}`,
  },
})
