import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { serveStatic } from 'hono/serve-static'
import { readCookies } from '#server/accounts/sessions/cookie-header.ts'
import { compress } from './compress.ts'

const NONCE = '{{NONCE}}'
/** What is asked for early by who has a session. */
const SIGNED_IN = /\s*<!-- signed in -->.*<!-- \/signed in -->/s
export const NOT_BUILT = 'La interfaz no está construida: arranca con «npm start».'
const FOREVER = 'public, max-age=31536000, immutable'

/** What no screen is called: what machines ask for, and files. */
const NO_SCREEN = /^\/(api|assets|webhooks|metrics|healthz|readyz|latido)(\/|$)|\/\.|\.[a-z0-9]+$/i

/**
 * The built web application's files with a hash in their name, which may be cached for ever. They need none
 * of the headers that tell a browser what a page may do.
 */
export function assetRoutes({ root }: { root: string }): Hono {
  const routes = new Hono()
  routes.get(
    '/assets/*',
    serveStatic({
      root,
      getContent: keepFiles(),
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', FOREVER)
        c.header('Cross-Origin-Resource-Policy', 'same-origin')
      },
    }),
  )
  return routes
}

/** The page, which because of its nonce may not be cached, at the address of every screen. */
export function pageRoutes({ root }: { root: string }): Hono {
  const routes = new Hono()
  const page = existsSync(root) ? readFileSync(join(root, 'index.html'), 'utf8') : null
  const ofStrangers = page?.replace(SIGNED_IN, '')
  // As it stands there it lacks its nonce.
  routes.get('/index.html', c => c.redirect('/'))
  routes.get('/:file{.+\\.[a-z0-9]+}', serveStatic({ root, getContent: keepFiles() }))
  routes.get('*', async c => {
    if (NO_SCREEN.test(c.req.path)) return c.notFound()
    const shown = hasSessionCookie(c) ? page : ofStrangers
    if (!shown) return c.text(NOT_BUILT, 503)
    c.header('Cache-Control', 'no-store')
    return compress(c, c.html(shown.replaceAll(NONCE, nonceOf(c))))
  })
  return routes
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

/** Whether it is worth anything is another matter. */
const hasSessionCookie = (c: Context): boolean =>
  readCookies(c.req.header('cookie') ?? null).some(([name]) => name.endsWith('.session_token'))

const nonceOf = (c: Context): string => c.get('secureHeadersNonce') ?? ''
