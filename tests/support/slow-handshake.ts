import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Answers each request with `{}`, and prints its port. */
const SERVER = `
  const server = require('node:http').createServer((request, response) => response.end('{}'))
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))
`
/** A handshake on this machine that takes longer has been left unanswered. */
const UNANSWERED_MS = 500

/**
 * A server on 127.0.0.1 that answers no handshake until it is woken, like a distant or lossy one:
 * its process is suspended and its backlog full. The system retries a handshake after 1, 3 and 7
 * seconds.
 */
export async function startSlowHandshake() {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(server.stdout, 'data')
  const port = Number(said)
  server.kill('SIGSTOP')
  const filling: Socket[] = []
  let isFull = false
  while (!isFull) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    filling.push(socket)
    const connected = once(socket, 'connect').then(() => true)
    const unanswered = new Promise<false>(resolve => setTimeout(resolve, UNANSWERED_MS, false))
    isFull = !(await Promise.race([connected, unanswered]))
  }
  return {
    port,
    wake: () => {
      for (const socket of filling) socket.destroy()
      server.kill('SIGCONT')
    },
    async [Symbol.asyncDispose]() {
      for (const socket of filling) socket.destroy()
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}
