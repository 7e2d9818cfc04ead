import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assetRoutes, pageRoutes } from './pages.ts'

const root = mkdtempSync(join(tmpdir(), 'pregonero-pages-'))
const routes = new Hono()

beforeAll(() => {
  const script = 'a'.repeat(10_000)
  mkdirSync(join(root, 'assets'))
  const early = '<!-- signed in -->\n<link href="/early" />\n<!-- /signed in -->'
  const page = `<style nonce="{{NONCE}}"></style>${early}${' '.repeat(2_000)}`
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'favicon.svg'), `<svg>${' '.repeat(2_000)}</svg>`)
  writeFileSync(join(root, 'assets', 'a.js'), script)
  writeFileSync(join(root, 'assets', 'a.js.gz'), gzipSync(script))
  writeFileSync(join(root, 'assets', 'a.js.br'), brotliCompressSync(script))
  routes.route('/', assetRoutes({ root })).route('/', pageRoutes({ root }))
})
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['/', 'deflate', null],
  ['/', 'gzip', 'gzip'],
  ['/', 'gzip, deflate, br', 'br'],
  ['/favicon.svg', 'gzip', null],
  ['/assets/a.js', 'deflate', null],
  ['/assets/a.js', 'gzip, deflate', 'gzip'],
  ['/assets/a.js', 'gzip, deflate, br', 'br'],
])('serves %s for Accept-Encoding %s encoded as %s', async (path, accepted, encoding) => {
  const response = await routes.request(path, { headers: { 'accept-encoding': accepted } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe(encoding)
})

it('reads a file once, and answers 404 for a missing one', async () => {
  const ask = (path: string) => routes.request(path)
  const first = await ask('/assets/a.js')
  rmSync(join(root, 'assets', 'a.js'))
  expect(await (await ask('/assets/a.js')).text()).toBe(await first.text())
  expect(first.headers.get('cache-control')).toContain('immutable')
  expect(first.headers.get('content-type')).toContain('javascript')
  for (const path of ['/assets/b.js', '/assets', '/assets/', '/assets/..%2findex.html'])
    expect((await ask(path)).status).toBe(404)
})

it.each([
  ['', false],
  ['theme=dark; other.session=1', false],
  ['a=b; pregonero.session_token=x', true],
  ['__Host-pregonero.session_token=x', true],
])('links early resources only with a session cookie: «%s»', async (cookie, isNamed) => {
  const page = await (await routes.request('/alerts', { headers: { cookie } })).text()
  expect(page.includes('/early')).toBe(isNamed)
  expect(page).toContain('<style nonce="')
})
