/** Format of an event stream, as the client of the contract expects it. */
import type { LiveEvent } from '#shared/model/live-event.ts'

/** Comment line that shows only that the stream is alive. */
export const HEARTBEAT = Buffer.from(': \n\n')

export const encodeEvent = (event: LiveEvent): Buffer => encode('message', event)

/** Last event of a stream: the reason why it ends. */
export const encodeEnd = (error: { code: string; status: number; message: string }): Buffer =>
  encode('error', { defined: false, ...error })

// JSON contains no line breaks.
const encode = (name: 'message' | 'error', data: object): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
