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

it('reads a file once, and knows of none that is not there', async () => {
  const ask = (path: string) => routes.request(path)
  const first = await ask('/assets/a.js')
  rmSync(join(root, 'assets', 'a.js'))
  expect(await (await ask('/assets/a.js')).text()).toBe(await first.text())
  expect(first.headers.get('cache-control')).toContain('immutable')
  expect(first.headers.get('content-type')).toContain('javascript')
  for (const path of ['/assets/b.js', '/assets', '/assets/', '/assets/..%2findex.html'])
    expect((await ask(path)).status).toBe(404)
})
