import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { currentMetrics } from '#server/observe/current-metrics.ts'
import { exposition } from '#server/observe/instruments.ts'
import { LaneWaits } from '#server/observe/lane-waits.ts'
import { ObservedMetrics } from '#server/observe/observed-metrics.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

const metrics = [
  ...new ObservedMetrics().all,
  ...currentMetrics({
    info: { role: 'all', database: 'sqlite' },
    delivery: () => ({
      lanes: 1,
      waits: new LaneWaits(),
      isOutageOfAll: false,
      botsInOutage: 0,
      outageMs: 0,
    }),
    streams: () => 1,
    shared: () => ({ waiting: 1, oldestAt: 1, diskFree: 1 }),
    usage: () => ({
      cpu: { user: 1, system: 1 },
      memory: { rss: 1, heapTotal: 1, heapUsed: 1 },
    }),
  }),
]
const names = metrics.map(({ name }) => name)
/** Rows of the page's tables: name and type. */
const documented = read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+)/gm)

it('docs/metrics.md lists exactly the metrics, with their types', () => {
  const rows = [...documented].map(([, name, type]) => `${name} ${type}`)
  expect(rows.toSorted()).toEqual(metrics.map(({ name, type }) => `${name} ${type}`).toSorted())
  expect(new Set(names).size).toBe(names.length)
})

it('docs/metrics.md names the values of every label', () => {
  const page = read('docs/metrics.md')
  const values = exposition(metrics).matchAll(/(\w+)="([^"]+)"/g)
  const told = [...values].filter(([, label = '']) => !['le', 'role', 'database'].includes(label))
  expect(told.map(([, , value = '']) => value).filter(value => !page.includes(value))).toEqual([])
})

it.each(globSync('deploy/{grafana,prometheus}/*.*', { cwd: join(import.meta.dirname, '..') }))(
  '%s queries only existing metrics',
  path => {
    const asked = [...read(path).matchAll(/\b((?:pregonero|process|nodejs)_[a-z_]+[a-z])\b/g)].map(
      ([, name = '']) => name,
    )
    const series = metrics.flatMap(({ name, type }) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map(part => `${name}_${part}`) : [name],
    )
    expect(asked.filter(name => !series.includes(name))).toEqual([])
  },
)

it('every metric is on the dashboard', () => {
  const dashboard = read('deploy/grafana/pregonero.json')
  expect(names.filter(name => !dashboard.includes(name))).toEqual([])
})
