import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A path to a server of this machine that can be disturbed, like the network between two machines. */
export type TcpLink = AsyncDisposable & {
  /** Port of 127.0.0.1 to connect to instead. */
  port: number
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Holds back data in both directions; connections stay open, and new ones get no answer. */
  silence: () => void
  /** Lets everything through again, starting with the data held back, as TCP retransmits. */
  mend: () => Promise<void>
}

type Pair = { near: Socket; far: Socket }

/** @param target a port of 127.0.0.1 */
export async function startTcpLink(target: number): Promise<TcpLink> {
  const port = await freePort()
  const pairs = new Set<Pair>()
  let isSilent = false

  const server = createServer({ allowHalfOpen: true, noDelay: true }, near => {
    const far = connect({
      host: '127.0.0.1',
      port: target,
      allowHalfOpen: true,
      noDelay: true,
    })
    const pair = { near, far }
    pairs.add(pair)
    for (const socket of [near, far])
      socket
        .on('error', () => {
          if (!isSilent) end(pair)
        })
        .on('close', () => {
          if (near.closed && far.closed) pairs.delete(pair)
        })
    if (!isSilent) join(pair)
  })

  async function listen(): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const pair of pairs) end(pair)
    await closed
  }

  await listen()
  return {
    port,
    cut,
    silence() {
      isSilent = true
      for (const { near, far } of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    async mend() {
      isSilent = false
      for (const pair of pairs) {
        if (pair.near.destroyed || pair.far.destroyed) end(pair)
        else join(pair)
      }
      if (!server.listening) await listen()
    },
    [Symbol.asyncDispose]: cut,
  }
}

function join({ near, far }: Pair): void {
  near.pipe(far)
  far.pipe(near)
}

function end({ near, far }: Pair): void {
  near.destroy()
  far.destroy()
}
