/** The format that a browser reads an event stream in, as the client of the contract expects it. */
import type { LiveEvent } from '#shared/model/live-event.ts'

/** Says no more than that the stream stands. */
export const HEARTBEAT = Buffer.from(': \n\n')

export const encodeEvent = (event: LiveEvent): Buffer => encode('message', event)

/** The last event of a stream: why it ends. */
export const encodeEnd = (error: { code: string; status: number; message: string }): Buffer =>
  encode('error', { defined: false, ...error })

// JSON has no line ends.
const encode = (name: 'message' | 'error', data: object): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
