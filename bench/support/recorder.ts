/**
 * A minimal Bot API: records arrivals of alerts, and answers at once, after `ANSWER_AFTER`
 * milliseconds, or never, with `SILENT`. `GET /arrivals?until=N&within=MS` answers with all
 * arrivals once there are N or the time is up, and forgets them.
 */
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { alertNumbers } from './alert-request.ts'
import { monotonicNow } from './monotonic-now.ts'

/** `at`: milliseconds on the machine's monotonic clock. */
export type Arrival = { number: number; at: number }

const BOT = '{"id":1,"is_bot":true,"first_name":"Pregonero"}'
const { PORT, SILENT, ANSWER_AFTER } = process.env

let arrivals: Arrival[] = []
let asking: { until: number; response: ServerResponse } | null = null
let messages = 0

createServer(async (request, response) => {
  const [path, query] = (request.url ?? '').split('?')
  if (path === '/arrivals') {
    const asked = new URLSearchParams(query)
    asking = { until: Number(asked.get('until')), response }
    const patience = setTimeout(answerArrivals, Number(asked.get('within')), { isTimeUp: true })
    response.on('close', () => clearTimeout(patience))
    answerArrivals()
    return
  }
  const body = await text(request)
  const at = monotonicNow()
  for (const number of alertNumbers(body)) arrivals.push({ number, at })
  messages += 1
  const result = path?.endsWith('/getMe') ? BOT : sentMessage(body, messages)
  const answer = `{"ok":true,"result":${result}}`
  if (ANSWER_AFTER !== undefined) setTimeout(answerWith, Number(ANSWER_AFTER), response, answer)
  else if (SILENT === undefined) answerWith(response, answer)
  answerArrivals()
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('está en marcha\n'))

function sentMessage(request: string, id: number): string {
  const chatId = /"chat_id":"?(-?\d+)/.exec(request)?.[1] ?? '1'
  return `{"message_id":${id},"date":1,"chat":{"id":${chatId}}}`
}

function answerWith(response: ServerResponse, answer: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
  response.end(answer)
}

function answerArrivals({ isTimeUp = false } = {}): void {
  if (!asking || (arrivals.length < asking.until && !isTimeUp)) return
  asking.response.end(JSON.stringify(arrivals))
  asking = null
  arrivals = []
}
