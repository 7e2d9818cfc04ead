// @module-tag server
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from './free-port.ts'
import { startTcpLink, type TcpLink } from './tcp-link.ts'

describe('a link to an echo server', () => {
  let open: AsyncDisposableStack
  let target: number
  let link: TcpLink
  /** Data that the server has received on all its connections. */
  let heard: string

  beforeEach(async () => {
    open = new AsyncDisposableStack()
    heard = ''
    const server = createServer(socket => {
      socket.on('data', data => {
        heard += data
        socket.write(data)
      })
    })
    target = await freePort()
    server.listen(target, '127.0.0.1')
    await once(server, 'listening')
    open.defer(() => void server.close())
    link = open.use(await startTcpLink(target))
  })
  afterEach(() => open.disposeAsync())

  async function connected(port = link.port): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    open.defer(() => void socket.destroy())
    return socket
  }

  async function answerTo(socket: Socket, text: string): Promise<string> {
    socket.write(text)
    const [answer] = await once(socket, 'data')
    return String(answer)
  }

  it('passes on data and the end of a connection', async () => {
    const socket = await connected()
    expect(await answerTo(socket, 'oro')).toBe('oro')
    socket.end()
    await once(socket, 'close')
  })

  it('ends every connection when it is cut, and refuses new ones until it is mended', async () => {
    const socket = await connected()
    await answerTo(socket, 'oro')
    await Promise.all([once(socket, 'close'), link.cut()])
    await expect(connected()).rejects.toThrow('ECONNREFUSED')
    await link.mend()
    expect(await answerTo(await connected(), 'plata')).toBe('plata')
  })

  it('holds data back while silent, also from a peer that has hung up since', async () => {
    const patient = await connected()
    const impatient = await connected()
    await answerTo(patient, 'oro ')
    await answerTo(impatient, 'plata ')
    link.silence()
    const late = await connected()
    patient.write('cobre ')
    late.write('cinc ')
    impatient.write('estaño ', () => impatient.destroy())
    await once(impatient, 'close')
    await using other = await startTcpLink(target)
    await answerTo(await connected(other.port), 'plomo ')
    expect(heard).toBe('oro plata plomo ')

    const answers = [patient, late].map(each => once(each, 'data').then(String))
    await link.mend()
    expect(await Promise.all(answers)).toEqual(['cobre ', 'cinc '])
    await expect.poll(() => heard).toContain('estaño ')
  })
})
