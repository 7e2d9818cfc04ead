import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { referenceRoutes } from './reference.ts'

it('serves the built page at one address only, revalidated each time', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pregonero-reference-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const routes = referenceRoutes({ root })
  expect((await routes.request('/api/reference')).status).toBe(503)

  writeFileSync(join(root, 'reference.html'), '<!doctype html>')
  const page = await routes.request('/api/reference')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const elsewhere = await routes.request('/reference.html')
  expect(elsewhere.headers.get('location')).toBe('/api/reference')
})
