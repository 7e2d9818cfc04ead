import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'

const NONCE = '{{NONCE}}'
const NOT_BUILT = 'La interfaz no está construida: arranca con «npm start».'
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The built web application: files with a hash in their name for ever, the page itself anew each
 * time, with its nonce, whatever screen the address names.
 */
export function pageRoutes({ root }: { root: string }): Hono {
  const routes = new Hono()
  if (!existsSync(root)) return routes.get('*', c => c.text(NOT_BUILT, 503))
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  routes.use(compress())
  routes.get(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', FOREVER),
    }),
    c => c.notFound(),
  )
  routes.get('/:file{.+\\.[a-z0-9]+}', serveStatic({ root }), c => c.notFound())
  routes.get('*', c => {
    c.header('Cache-Control', 'no-store')
    return c.html(page.replaceAll(NONCE, nonceOf(c)))
  })
  return routes
}

const nonceOf = (c: Context): string => c.get('secureHeadersNonce') ?? ''
