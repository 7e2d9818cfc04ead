import type { Plugin } from 'vite'

/** Chunk of the frame around every screen of a signed-in user. */
const FRAME = 'frame'
/** Calls made before any screen is drawn. */
const CALLS = ['/api/auth/get-session', '/api/profile']

/**
 * Adds preload links for files and calls that scripts would request only once they run. The server
 * omits the block for visitors without a session.
 */
export const earlyFiles = (): Plugin => ({
  name: 'early-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, path }) {
      if (path !== '/index.html') return html
      const files = Object.values(bundle ?? {})
      const frame = files.find(file => file.type === 'chunk' && file.name === FRAME)
      if (frame?.type !== 'chunk')
        throw new Error('the frame of the screens has no file of its own')
      const styles = [...(frame.viteMetadata?.importedCss ?? [])]
      const links = [
        ...CALLS.map(call => `<link rel="preload" as="fetch" crossorigin href="${call}" />`),
        `<link rel="modulepreload" crossorigin href="/${frame.fileName}" />`,
        ...styles.map(file => `<link rel="preload" as="style" crossorigin href="/${file}" />`),
      ]
      const block = ['<!-- signed in -->', ...links, '<!-- /signed in -->'].join('\n    ')
      return html.replace('</head>', `  ${block}\n  </head>`)
    },
  },
})
