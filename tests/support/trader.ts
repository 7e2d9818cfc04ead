import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { sql } from 'kysely'
import { writeAccount } from '#server/accounts/manage-accounts.ts'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { deriveKeys, keyRingOf } from '#server/base/key-ring.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { recordAccountEvent } from '#server/store/rows/account-events.ts'
import { contract } from '#shared/contract/contract.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'caballo-lento-azul'

type Api = JsonifiedClient<ContractRouterClient<typeof contract>>

export type Trader = Awaited<ReturnType<typeof signUp>>

/**
 * A person with an account, signed in, who acts through the same calls as the browser.
 * @param server.secretKey the server's; without it, signs in with the password
 */
export async function signUp(
  { app: { db }, url, secretKey }: { app: { db: Database }; url: string; secretKey?: string },
  name = 'marta',
) {
  const email = `${name}@example.com`
  const account = { email, name, passwordHash: await passwordHash() }
  await transaction(db, async trx => {
    const now = Date.now()
    const userId = await writeAccount(trx, account, now)
    await recordAccountEvent(trx, { userId, kind: 'account-created' }, now)
  })
  const cookie = await (secretKey
    ? startSession({ db, secretKey, url }, email)
    : signIn(url, email))
  const api = apiOf(url, cookie)
  return {
    email,
    cookie,
    api,
    /** Creates a connection to a chat that the bot may write to. */
    connect: (botApi: TestApp['botApi'], draft: Partial<ConnectionDraft> = {}) =>
      connect(api, botApi, draft),
  }
}

/** Calls as the user who is signed in with the cookie. */
export const apiOf = (url: string, cookie: string): Api => apiBy(url, { cookie })

/** Calls as a program with an API token. */
export const apiOfToken = (url: string, token: string): Api =>
  apiBy(url, { authorization: `Bearer ${token}` })

const apiBy = (url: string, headers: Record<string, string>): Api =>
  createORPCClient(new OpenAPILink(contract, { url: `${url}/api`, headers }))

let hash: Promise<string> | undefined
/** Cached, since it is slow on purpose and always the same. */
const passwordHash = () => (hash ??= hashPassword(PASSWORD))

export type SessionPlace = { db: Database; secretKey: string; url: string }

/**
 * A session as better-auth begins it, without the password check, which is slow on purpose.
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
  const [secret] = deriveKeys(keyRingOf(secretKey), 'sessions')
  const signature = createHmac('sha256', secret.toString('base64url'))
    .update(token)
    .digest('base64')
  return `pregonero-${new URL(url).port}.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

/** @param headers additional request headers of the browser @returns its cookie */
export async function signIn(
  url: string,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`)
  return cookieOf(response)
}

/** `Cookie` header that a browser sends back after a response. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

async function connect(api: Api, botApi: TestApp['botApi'], draft: Partial<ConnectionDraft>) {
  const telegramBotToken = draft.telegramBotToken ?? botApi.addBot().token
  const telegramChatId = draft.telegramChatId ?? String(newChat(botApi))
  return api.connections.create({
    name: 'Oro H1',
    templateId: 'default-signal',
    ...draft,
    telegramBotToken,
    telegramChatId,
  })
}

let chats = 500_000

function newChat(botApi: TestApp['botApi']): number {
  chats += 1
  return botApi.addChat({ id: chats, type: 'private' }).id
}
