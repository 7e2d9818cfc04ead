import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deriveKey } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { DAY_MS } from '#shared/limits.ts'

type SessionPlace = { db: Database; secretKey: string; url: string }

/**
 * A session as better-auth begins it, without the password, whose check is slow on purpose.
 * @returns its cookie
 */
export async function startSession(
  { db, secretKey, url }: SessionPlace,
  email: string,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 30 * DAY_MS)
  const [at, until] = [now, expiresAt].map(date => date.toISOString())
  await sql`
    insert into "session"
      ("id", "token", "userId", "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent")
    select ${randomUUID()}, ${token}, "id", ${at}, ${at}, ${until}, '127.0.0.1', 'node'
    from "user" where "email" = ${email}
  `.execute(db)
  const secret = deriveKey(secretKey, 'sessions').toString('base64url')
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `pregonero-${new URL(url).port}.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
