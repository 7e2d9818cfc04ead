import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { clock } from '#server/base/clock.ts'
import { connectTo, refusedConnection } from '../memory-socket.ts'
import type { Chat } from './chats.ts'
import { createFaultScript, type Fault, type FaultTarget } from './faults.ts'
import { createFloodLimits } from './flood-limits.ts'
import {
  type Bot,
  type BotApiState,
  type ChatMessage,
  runMethod,
  tooManyRequests,
} from './methods.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { createPeople } from './people.ts'
import { Refusal } from './refusal.ts'

/**
 * `status` is 0 until the request is answered; `via` is the path segment behind the root, which
 * identifies the caller in a test.
 */
export type LoggedRequest = {
  readonly via: string
  readonly token: string
  readonly method: string
  readonly chatId: string
  readonly parameters: Parameters
  readonly at: number
  status: number
}

export type BotApi = Awaited<ReturnType<typeof startBotApi>>

/**
 * A Bot API server on loopback, as strict as the real one, that fails on request. `limits` enforces
 * Telegram's rates; `speed` makes their time run faster.
 */
export async function startBotApi({ limits: startsLimited = false, speed = 1 } = {}) {
  const bots = new Map<string, Bot>()
  const faults = createFaultScript()
  const requests: LoggedRequest[] = []
  const messages: ChatMessage[] = []
  const watchers = new Set<() => void>()
  const closing = new AbortController()
  const floodLimits = (botRate?: number) => createFloodLimits(speed, clock.monotonic, botRate)
  let admit = floodLimits()
  let limits = startsLimited
  const state: BotApiState = {
    chats: new Map(),
    messages,
    lastMessageIds: new Map(),
    floodWait: (token, chat) => (limits ? admit(token, chat) : 0),
    enforcesLimits: () => limits,
    speed,
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body === null) {
      response.writeHead(413).end()
      return
    }
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const [, via = '', token, name] = path.match(/^(?:\/([\w-]+))?\/bot([^/]*)\/(.*)$/s) ?? []
    if (token === undefined || name === undefined || !WELL_FORMED_TOKEN.test(token)) {
      refuse(response, new Refusal(404, 'Not Found'))
      return
    }

    const method = name.toLowerCase()
    const parameters = readParameters(query, request.headers['content-type'] ?? '', body)
    const chatId = parameters.get('chat_id') ?? ''
    const logged = { via, token, method, chatId, parameters, at: clock.now(), status: 0 }
    requests.push(logged)
    changed()
    response.on('finish', () => {
      logged.status = response.statusCode
      changed()
    })
    const fault = faults.take(logged)
    await fault?.after
    if (fault?.kind === 'delay') await clock.pause(fault.ms, { signal: closing.signal })
    const disturbed = fault !== undefined && fault.kind !== 'delay'
    if (!disturbed || fault.stored) await perform(logged, response, disturbed)
    changed()
    if (disturbed) disturb(fault, request, response)
  }

  /** Runs the method; sends no answer if it `isLost`. */
  async function perform(
    { token, method, parameters }: LoggedRequest,
    response: ServerResponse,
    isLost: boolean,
  ): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    try {
      const bot = bots.get(token)
      if (!bot) throw new Refusal(401, 'Unauthorized')
      const result = await runMethod(method, state, bot, parameters, gone.signal)
      if (!isLost) sendJson(response, 200, { ok: true, result })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!isLost && !response.destroyed) refuse(response, error)
    }
  }

  function changed(): void {
    for (const check of watchers) check()
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  server.keepAliveTimeout = 500_000
  let port = 0

  async function up(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
    await promise
    server.off('error', reject)
    const address = server.address()
    if (address !== null && typeof address === 'object') port = address.port
  }

  async function down(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.close(() => resolve())
    server.closeAllConnections()
    await promise
  }

  async function close(): Promise<void> {
    closing.abort()
    if (server.listening) await down()
  }

  await up()

  return {
    /** Value for `TELEGRAM_API_ROOT`. */
    root: `http://127.0.0.1:${port}`,
    /** In-process connection to it, without a socket of the operating system. */
    connect(): Duplex {
      return server.listening ? connectTo(server) : refusedConnection()
    },
    /** All messages of all chats, in the order stored. */
    messages: messages as readonly ChatMessage[],
    /** Every request with a well-formed token, whatever its outcome. */
    requests: requests as readonly LoggedRequest[],

    addBot(token = `${7_000_000_001 + bots.size}:${'A'.padEnd(35, 'bot')}`): Bot {
      const id = Number.parseInt(token, 10)
      const bot: Bot = {
        token,
        id,
        username: `bot_${id}_bot`,
        name: `Bot ${id}`,
        webhook: '',
        updates: [],
        lastUpdateId: 0,
        allowedUpdates: null,
        poll: null,
        lastPoll: { offset: -1, at: Number.NEGATIVE_INFINITY },
        readsGroups: false,
      }
      bots.set(token, bot)
      return bot
    },
    /** Requests with this token get 401 from now on. */
    revoke(token: string): void {
      bots.delete(token)
    },
    addChat(chat: Pick<Chat, 'id' | 'type'> & Partial<Chat>): Chat {
      const added: Chat = {
        title: `Chat ${chat.id}`,
        isForum: false,
        topics: {},
        state: 'open',
        ...chat,
      }
      state.chats.set(added.id, added)
      return added
    },
    ...createPeople(state),
    /** Makes matching requests fail until `times` is used up or the fault is lifted. */
    fail(target: FaultTarget, fault: Fault): { lift(): void } {
      return faults.add(target, fault)
    },
    /** @param botRate messages a second per bot; Telegram's own limit by default */
    enforceLimits(on: boolean, botRate?: number): void {
      limits = on
      admit = floodLimits(botRate)
    },
    /** Discards the messages and requests so far. */
    forget(): void {
      messages.length = 0
      requests.length = 0
    },
    /** Refuses new connections and drops open ones. */
    down,
    /** Listens again, on the same port. */
    up,
    /** Resolves as soon as the predicate holds; checked after every request and message. */
    waitFor(
      predicate: (messages: readonly ChatMessage[], requests: readonly LoggedRequest[]) => boolean,
      withinMs = 120_000,
    ): Promise<void> {
      return new Promise((resolve, reject) => {
        const settle = (error?: unknown) => {
          clearTimeout(deadline)
          watchers.delete(check)
          if (error === undefined) resolve()
          else reject(error)
        }
        const check = () => {
          try {
            if (predicate(messages, requests)) settle()
          } catch (error) {
            settle(error)
          }
        }
        const deadline = setTimeout(() => {
          const seen = `${messages.length} messages and ${requests.length} requests`
          settle(new Error(`Not reached within ${withinMs} ms, after ${seen}`))
        }, withinMs)
        watchers.add(check)
        check()
      })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const WELL_FORMED_TOKEN = /^[1-9]\d{0,16}:[\w-]{24,}$/
const MAX_BODY_BYTES = 1024 * 1024

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function refuse(response: ServerResponse, { status, message, parameters }: Refusal): void {
  const answer = { ok: false, error_code: status, description: message, parameters }
  const seconds = parameters?.retry_after
  sendJson(response, status, answer, seconds === undefined ? {} : { 'Retry-After': seconds })
}

function sendJson(response: ServerResponse, status: number, answer: object, headers = {}): void {
  send(response, status, JSON.stringify(answer), { 'Content-Type': 'application/json', ...headers })
}

function send(response: ServerResponse, status: number, body: string, headers: object): void {
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers }).end(body)
}

type Disturbance = Exclude<Fault, { kind: 'delay' }>

function disturb(fault: Disturbance, request: IncomingMessage, response: ServerResponse): void {
  switch (fault.kind) {
    case 'flood':
      refuse(response, tooManyRequests(fault.retryAfter))
      break
    case 'refusal':
      refuse(response, new Refusal(fault.status, fault.description))
      break
    case 'page': {
      const location = fault.location === undefined ? {} : { Location: fault.location }
      const { status, text = 'nginx' } = fault
      const page = `<html><head><title>${status}</title></head><body>${text}</body></html>`
      send(response, status, page, { 'Content-Type': 'text/html', ...location })
      break
    }
    case 'cut':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 200 })
      response.write('{"ok":true,"result":{"message_id":', () => request.socket.destroy())
      break
    case 'reset':
      request.socket.resetAndDestroy()
      break
    case 'raw':
      fault.answer(request.socket)
      break
    case 'hang':
      break
  }
}
