import { connect, type Socket } from 'node:net'

/**
 * One kept connection that posts one request at a time: a bare socket, since a full HTTP client
 * would be slower than the servers it measures.
 */
export class KeepAliveClient implements Disposable {
  readonly #socket: Socket
  #answer = ''
  #settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
      .setEncoding('latin1')
      .on('data', (text: string) => this.#read(text))
      .on('error', error => this.#settle?.reject(error))
      .on('close', () => this.#settle?.reject(new Error('the server closed the connection')))
  }

  /** @returns the status */
  post(request: Buffer): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#settle = { resolve, reject }
    this.#socket.write(request, error => {
      if (error) reject(error)
    })
    return promise
  }

  #read(text: string): void {
    this.#answer += text
    const headEnd = this.#answer.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#answer)?.[1]
    if (length === undefined) throw new Error('an answer without a length')
    if (this.#answer.length < headEnd + 4 + Number(length)) return
    const status = Number(this.#answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    this.#answer = ''
    const settle = this.#settle
    this.#settle = null
    settle?.resolve(status)
  }

  [Symbol.dispose](): void {
    this.#settle = null
    this.#socket.destroy()
  }
}
