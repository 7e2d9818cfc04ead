/** Reads `/metrics`: the value of each series, keyed by its name and labels as written. */
export async function scraped(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/metrics`, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}: ${text}`)
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  const values = new Map(
    lines.map(line => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
  return { text, values, of: (series: string) => values.get(series) }
}
