export type Parameters = ReadonlyMap<string, string>

/**
 * Parameters of a request as the Bot API server reads them: every value is text, JSON values other
 * than strings keep their raw JSON, and a truncated body yields the parameters before the fault.
 */
export function readParameters(query: string, contentType: string, body: string): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, value] of [...new URLSearchParams(query), ...bodyPairs(contentType, body)])
    if (!parameters.has(name)) parameters.set(name, value)
  return parameters
}

function bodyPairs(contentType: string, body: string): Iterable<[string, string]> {
  if (contentType.includes('application/json')) return jsonPairs(body)
  if (contentType.includes('application/x-www-form-urlencoded')) return new URLSearchParams(body)
  return []
}

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`
const NAME = new RegExp(String.raw`\s*([{,])\s*(${STRING})\s*:\s*`, 'y')
const TOKEN = new RegExp(String.raw`\s*(?:${STRING}|[{}[\],:]|[^\s"{}[\],:]+)`, 'y')

function* jsonPairs(json: string): Generator<[string, string]> {
  let at = 0
  while (at < json.length) {
    NAME.lastIndex = at
    const [all, opening, name] = NAME.exec(json) ?? []
    if (all === undefined || name === undefined || opening !== (at === 0 ? '{' : ',')) return
    const start = at + all.length
    at = endOfValue(json, start)
    const raw = json.slice(start, at).trim()
    try {
      const value: unknown = JSON.parse(raw)
      yield [String(JSON.parse(name)), typeof value === 'string' ? value : raw]
    } catch {
      return
    }
  }
}

function endOfValue(json: string, start: number): number {
  let depth = 0
  let at = start
  do {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(json)?.[0]
    if (token === undefined) return json.length
    if (/[{[]$/.test(token) && token.trim().length === 1) depth += 1
    if (/[}\]]$/.test(token) && token.trim().length === 1) depth -= 1
    at += token.length
  } while (depth > 0)
  return at
}
