/** Counters, histograms and gauges, and their format for Prometheus. */

/** Label values by label name. */
type Labels = Readonly<Record<string, string>>

/** All series of a metric, fixed beforehand so that no input can create another one. */
export type AllSeries<Key extends string> = Readonly<Record<Key, Labels>>

/** `name` and `help` as the scraper sees them. */
export type Described = { name: string; help: string }

export type Metric = Described & {
  type: 'counter' | 'gauge' | 'histogram'
  /** The lines that follow HELP and TYPE. */
  lines: () => string[]
}

/** One series for each value of one label. */
export const byValue = <const Value extends string>(
  label: string,
  values: readonly Value[],
): AllSeries<Value> =>
  Object.fromEntries(values.map(value => [value, { [label]: value as string }])) as AllSeries<Value>

/** A metric without labels. */
export const ALONE: AllSeries<''> = { '': {} }

/** Number of events since the process began. */
export class Counter<Key extends string> implements Metric {
  readonly type = 'counter'
  readonly name: string
  readonly help: string
  readonly #series: AllSeries<Key>
  readonly #counts: Record<Key, number>

  constructor({ name, help }: Described, series: AllSeries<Key>) {
    this.name = name
    this.help = help
    this.#series = series
    this.#counts = mapValues(series, () => 0)
  }

  add(key: Key, count = 1): void {
    this.#counts[key] += count
  }

  lines(): string[] {
    return entries(this.#counts).map(([key, count]) => line(this.name, this.#series[key], count))
  }
}

/** Distribution of observed values: how many were at most each bound, and their sum. */
export class Histogram<Key extends string> implements Metric {
  readonly type = 'histogram'
  readonly name: string
  readonly help: string
  readonly #bounds: readonly number[]
  readonly #series: AllSeries<Key>
  readonly #observed: Record<Key, { counts: number[]; sum: number }>

  /** @param bounds ascending, in the metric's unit */
  constructor({ name, help }: Described, bounds: readonly number[], series: AllSeries<Key>) {
    this.name = name
    this.help = help
    this.#bounds = bounds
    this.#series = series
    this.#observed = mapValues(series, () => ({
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      sum: 0,
    }))
  }

  observe(key: Key, value: number): void {
    const { counts } = this.#observed[key]
    let nth = 0
    while (nth < this.#bounds.length && value > (this.#bounds[nth] as number)) nth += 1
    counts[nth] = (counts[nth] as number) + 1
    this.#observed[key].sum += value
  }

  lines(): string[] {
    return entries(this.#observed).flatMap(([key, { counts, sum }]) => {
      const labels = this.#series[key]
      let all = 0
      const buckets = counts.map((count, nth) => {
        all += count
        const le = this.#bounds[nth]?.toString() ?? '+Inf'
        return line(`${this.name}_bucket`, { ...labels, le }, all)
      })
      return [
        ...buckets,
        line(`${this.name}_sum`, labels, sum),
        line(`${this.name}_count`, labels, all),
      ]
    })
  }
}

/** Present values, read at each scrape. Series for which `read` gives no value are left out. */
export const gauge = <Key extends string>(
  described: Described,
  series: AllSeries<Key>,
  read: () => Partial<Record<Key, number>>,
): Metric => looked('gauge', described, series, read)

/** Counter whose values are kept elsewhere. */
export const countOf = <Key extends string>(
  described: Described,
  series: AllSeries<Key>,
  read: () => Partial<Record<Key, number>>,
): Metric => looked('counter', described, series, read)

const looked = <Key extends string>(
  type: 'counter' | 'gauge',
  { name, help }: Described,
  series: AllSeries<Key>,
  read: () => Partial<Record<Key, number>>,
): Metric => ({
  type,
  name,
  help,
  lines() {
    const values = read()
    return entries(series).flatMap(([key, labels]) => {
      const value = values[key]
      return value === undefined ? [] : [line(name, labels, value)]
    })
  },
})

/** Prometheus's text format, version 0.0.4. Metrics without lines are left out. */
export function exposition(metrics: readonly Metric[]): string {
  const blocks = metrics.flatMap(metric => {
    const lines = metric.lines()
    const { name, type, help } = metric
    return lines.length > 0 ? [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines] : []
  })
  return `${blocks.join('\n')}\n`
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, found => (found === '\n' ? '\\n' : `\\${found}`))

const entries = <Key extends string, Value>(record: Readonly<Record<Key, Value>>) =>
  Object.entries(record) as [Key, Value][]

const mapValues = <Key extends string, Value>(
  series: AllSeries<Key>,
  make: () => Value,
): Record<Key, Value> =>
  Object.fromEntries(entries(series).map(([key]) => [key, make()])) as Record<Key, Value>
