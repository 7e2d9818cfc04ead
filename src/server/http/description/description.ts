import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import { describe } from './document.ts'

/** Serves the API as OpenAPI. Open to anyone, so it is generated and compressed only once. */
export function descriptionRoutes(toJsonSchema: ZodToJsonSchemaConverter): Hono {
  let described: ReturnType<typeof prepare> | undefined
  const routes = new Hono()
  routes.get('/api/openapi.json', etag(), async c => {
    described ??= prepare(toJsonSchema)
    const { plain, compressed, tag } = await described
    const header = 'Accept-Encoding'
    const supports = ['gzip', 'identity']
    const isCompressed = accepts(c, { header, supports, default: 'identity' }) === 'gzip'
    return c.body(isCompressed ? compressed : plain, 200, {
      'content-type': 'application/json',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      vary: header,
      etag: tag,
    })
  })
  return routes
}

async function prepare(toJsonSchema: ZodToJsonSchemaConverter) {
  const plain = new TextEncoder().encode(JSON.stringify(await describe(toJsonSchema)))
  // Weak, because the plain and the compressed form share it.
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  return { plain, compressed: new Uint8Array(gzipSync(plain)), tag }
}
