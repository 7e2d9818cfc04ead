import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { serveStatic } from 'hono/serve-static'

const NONCE = '{{NONCE}}'
export const NOT_BUILT = 'La interfaz no está construida: arranca con «npm start».'
const FOREVER = 'public, max-age=31536000, immutable'

/** What no screen is called: what machines ask for, and files. */
const NO_SCREEN = /^\/(api|assets|webhooks|metrics|healthz|readyz|latido)(\/|$)|\/\.|\.[a-z0-9]+$/i

/**
 * The built web application. Files with a hash in their name may be cached for ever; the page itself
 * may not, because of its nonce, and is the same for the address of every screen.
 */
export function pageRoutes({ root }: { root: string }): Hono {
  const routes = new Hono()
  const isBuilt = existsSync(root)
  if (isBuilt) fileRoutes(routes, root)
  const page = isBuilt ? readFileSync(join(root, 'index.html'), 'utf8') : null
  routes.get('*', c => {
    if (NO_SCREEN.test(c.req.path)) return c.notFound()
    if (page === null) return c.text(NOT_BUILT, 503)
    c.header('Cache-Control', 'no-store')
    return c.html(page.replaceAll(NONCE, nonceOf(c)))
  })
  return routes
}

function fileRoutes(routes: Hono, root: string): void {
  const getContent = keepFiles()
  routes.get(
    '/assets/*',
    serveStatic({
      root,
      getContent,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', FOREVER),
    }),
  )
  // As it stands there it lacks its nonce.
  routes.get('/index.html', c => c.redirect('/'))
  routes.get('/:file{.+\\.[a-z0-9]+}', serveStatic({ root, getContent }))
}

/** Read when they are first asked for, and once: a file that is streamed for each answer costs milliseconds. */
function keepFiles(): (path: string) => Promise<Buffer<ArrayBuffer> | null> {
  const kept = new Map<string, Buffer<ArrayBuffer>>()
  return async path => {
    const bytes = kept.get(path) ?? (await readFile(path).catch(() => null))
    if (bytes) kept.set(path, bytes)
    return bytes
  }
}

const nonceOf = (c: Context): string => c.get('secureHeadersNonce') ?? ''
