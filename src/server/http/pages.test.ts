import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageRoutes } from './pages.ts'

const root = mkdtempSync(join(tmpdir(), 'pregonero-pages-'))
let routes: ReturnType<typeof pageRoutes>

beforeAll(() => {
  const script = 'a'.repeat(10_000)
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), `<style nonce="{{NONCE}}"></style>${' '.repeat(2_000)}`)
  writeFileSync(join(root, 'favicon.svg'), `<svg>${' '.repeat(2_000)}</svg>`)
  writeFileSync(join(root, 'assets', 'a.js'), script)
  writeFileSync(join(root, 'assets', 'a.js.gz'), gzipSync(script))
  routes = pageRoutes({ root })
})
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['/', 'gzip', null],
  ['/favicon.svg', 'gzip', null],
  ['/assets/a.js', 'deflate', null],
  ['/assets/a.js', 'gzip, deflate', 'gzip'],
])('compresses %s for nobody who asks: %s', async (path, accepted, encoding) => {
  const response = await routes.request(path, { headers: { 'accept-encoding': accepted } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe(encoding)
})
