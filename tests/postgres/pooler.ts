import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'

/** Stand-in for PgBouncer between a program and PostgreSQL. */
export type Pooler = AsyncDisposable & { url: string }

/** Startup parameters that PgBouncer tracks; it refuses all others. */
const KNOWN = [
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]

/**
 * Accepts the startup parameters that PgBouncer accepts, and hands out sessions as it does: one to each client
 * while it is connected, or a single one to all clients in turn, each until its transaction ends.
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const sockets = new Set<Socket>()
  const open = () => keep(sockets, connect(Number(target.port), '127.0.0.1'))
  const shared = new SharedSession(open, decodeURIComponent(target.password))
  const server = createServer(async client => {
    keep(sockets, client)
    const [start] = (await once(client, 'data')) as [Buffer]
    client.pause()
    const unknown = parametersOf(start).find(name => !KNOWN.includes(name))
    if (unknown) refuse(client, `unsupported startup parameter: ${unknown}`)
    else if (mode === 'transaction') shared.serve(client, start)
    else joinTo(open(), client, start)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function keep(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket)
  return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
}

function joinTo(session: Socket, client: Socket, start: Buffer): void {
  session.write(start)
  client.pipe(session)
  session.pipe(client)
}

/** Parameter names of a startup packet: 8 bytes of length and version, then zero-terminated names and values. */
function parametersOf(start: Buffer): string[] {
  const texts = start.subarray(8).toString().split('\0')
  return texts.filter((text, place) => place % 2 === 0 && text !== '')
}

function refuse(client: Socket, message: string): void {
  client.end(packet('E', `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`))
}

/** One PostgreSQL session, held by one client at a time until its transaction ends. */
class SharedSession {
  readonly #open: () => Socket
  readonly #password: string
  readonly #waiting: { client: Socket; bytes: Buffer }[] = []
  #session: Socket | undefined
  #isReady = false
  #holder: Socket | undefined
  #unread = Buffer.alloc(0)

  constructor(open: () => Socket, password: string) {
    this.#open = open
    this.#password = password
  }

  /** Accepts the client at once, without asking for a password. */
  serve(client: Socket, start: Buffer): void {
    this.#session ??= this.#begin(start)
    client.write(Buffer.concat([packet('R', '\0\0\0\0'), packet('Z', 'I')]))
    client.on('data', (bytes: Buffer) => this.#ask(client, bytes)).resume()
  }

  #begin(start: Buffer): Socket {
    const session = this.#open()
    session.write(start)
    return session.on('data', (bytes: Buffer) => this.#hear(bytes))
  }

  #ask(client: Socket, bytes: Buffer): void {
    if (this.#holder === client) this.#session?.write(bytes)
    // A terminating client has no more queries.
    else if (bytes[0] !== GOODBYE) this.#waiting.push({ client, bytes })
    this.#turn()
  }

  #hear(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes])
    while (this.#unread.length >= 5) {
      const length = 1 + this.#unread.readInt32BE(1)
      if (this.#unread.length < length) return
      const message = this.#unread.subarray(0, length)
      this.#unread = this.#unread.subarray(length)
      this.#pass(message)
    }
  }

  #pass(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0)
    const asksForPassword = type === 'R' && message.readInt32BE(5) === 3
    if (asksForPassword) this.#session?.write(packet('p', `${this.#password}\0`))
    this.#holder?.write(message)
    if (type !== 'Z') return
    this.#isReady = true
    const isOver = message.toString('latin1', 5) === 'I'
    if (isOver) this.#holder = undefined
    this.#turn()
  }

  #turn(): void {
    if (!this.#isReady || this.#holder) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#holder = next.client
    this.#session?.write(next.bytes)
  }
}

const GOODBYE = 'X'.charCodeAt(0)

function packet(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
