/**
 * The leanest Bot API: notes which alerts arrived when, and answers at once (or never, with
 * `SILENT`). `GET /arrivals?until=N` answers once N alerts are there, with all of them, and
 * forgets them.
 */
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { alertNumbers } from './alert-request.ts'
import { monotonicNow } from './monotonic-now.ts'

/** When it came, in milliseconds on the machine's monotonic clock. */
export type Arrival = { number: number; at: number }

const { PORT, SILENT } = process.env

let arrivals: Arrival[] = []
let asking: { until: number; response: ServerResponse } | null = null
let messages = 0

createServer(async (request, response) => {
  const [path, query] = (request.url ?? '').split('?')
  if (path === '/arrivals') {
    asking = { until: Number(new URLSearchParams(query).get('until')), response }
    answerArrivals()
    return
  }
  const body = await text(request)
  const at = monotonicNow()
  for (const number of alertNumbers(body)) arrivals.push({ number, at })
  messages += 1
  if (SILENT === undefined) {
    const chatId = /"chat_id":"?(-?\d+)/.exec(body)?.[1] ?? '1'
    const result = `{"message_id":${messages},"date":1,"chat":{"id":${chatId}}}`
    const answer = `{"ok":true,"result":${result}}`
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
    response.end(answer)
  }
  answerArrivals()
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('está en marcha\n'))

function answerArrivals(): void {
  if (!asking || arrivals.length < asking.until) return
  asking.response.end(JSON.stringify(arrivals))
  asking = null
  arrivals = []
}
