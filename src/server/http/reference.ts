import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { NOT_BUILT } from './pages.ts'

const PATH = '/api/reference'

/** Serves the page that shows the API and lets it be tried. It is built beside the application, and read by few. */
export function referenceRoutes({ root }: { root: string }): Hono {
  const routes = new Hono()
  routes.get(PATH, async c => {
    const page = await readFile(join(root, 'reference.html'), 'utf8').catch(() => null)
    if (page === null) return c.text(NOT_BUILT, 503)
    c.header('Cache-Control', 'no-cache')
    return c.html(page)
  })
  // The page has a single address.
  routes.get('/reference.html', c => c.redirect(PATH))
  return routes
}
