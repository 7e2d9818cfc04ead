import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { serveStatic } from 'hono/serve-static'
import { readCookies } from '#server/accounts/sessions/cookie-header.ts'
import { compress } from './compress.ts'

const NONCE = '{{NONCE}}'
/** Preloads in the page, only for browsers with a session. */
const SIGNED_IN = /\s*<!-- signed in -->.*<!-- \/signed in -->/s
export const NOT_BUILT = 'La interfaz no está construida: arranca con «npm start».'
const FOREVER = 'public, max-age=31536000, immutable'

/** Paths that no screen has: those of routes for machines, and of files. */
const NO_SCREEN = /^\/(api|assets|webhooks|metrics|healthz|readyz|latido)(\/|$)|\/\.|\.[a-z0-9]+$/i

/**
 * Files of the built web application with a hash in their name, which may be cached for ever. They need no
 * headers that restrict a page.
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

/** The page, at the address of every screen. It may not be cached, because of its nonce. */
export function pageRoutes({ root }: { root: string }): Hono {
  const routes = new Hono()
  const page = existsSync(root) ? readFileSync(join(root, 'index.html'), 'utf8') : null
  const ofStrangers = page?.replace(SIGNED_IN, '')
  // The file itself has no nonce.
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

/** Reads each file once, when it is first requested: streaming a file for each answer costs milliseconds. */
function keepFiles(): (path: string) => Promise<Buffer<ArrayBuffer> | null> {
  const kept = new Map<string, Buffer<ArrayBuffer>>()
  return async path => {
    const bytes = kept.get(path) ?? (await readFile(path).catch(() => null))
    if (bytes) kept.set(path, bytes)
    return bytes
  }
}

/** True if the request has a session cookie, valid or not. */
const hasSessionCookie = (c: Context): boolean =>
  readCookies(c.req.header('cookie') ?? null).some(([name]) => name.endsWith('.session_token'))

const nonceOf = (c: Context): string => c.get('secureHeadersNonce') ?? ''
