/** Names that an object of a JSON text has more than once; `JSON.parse` keeps only the last value of each. */
export function repeatedKeys(json: string): string[] {
  const repeated = new Set<string>()
  const open: Set<string>[] = []
  for (const [, bracket, name] of json.matchAll(TOKEN)) {
    if (bracket === '{') open.push(new Set())
    else if (bracket === '}') open.pop()
    if (name === undefined) continue
    const key: string = name.includes('\\') ? JSON.parse(name) : name.slice(1, -1)
    if (open.at(-1)?.has(key)) repeated.add(key)
    open.at(-1)?.add(key)
  }
  return [...repeated]
}

/** A brace or a string; a string before a colon is a name. */
const TOKEN = /([{}])|("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"/g
