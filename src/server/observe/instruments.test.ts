import { expect, it } from 'vitest'
import { ALONE, byValue, Counter, countOf, exposition, gauge, Histogram } from './instruments.ts'

const described = { name: 'some_total', help: 'What there is.' }

it('writes every series of a counter from the start, and no other', () => {
  const counter = new Counter(described, byValue('result', ['stored', 'empty']))
  counter.add('stored')
  counter.add('stored', 2)
  expect(exposition([counter])).toBe(`# HELP some_total What there is.
# TYPE some_total counter
some_total{result="stored"} 3
some_total{result="empty"} 0
`)
})

it('counts observations up to each bound, the bound included', () => {
  const histogram = new Histogram({ ...described, name: 'seconds' }, [0.5, 1], ALONE)
  for (const value of [0.25, 0.5, 0.75, 4]) histogram.observe('', value)
  expect(histogram.lines()).toEqual([
    'seconds_bucket{le="0.5"} 2',
    'seconds_bucket{le="1"} 3',
    'seconds_bucket{le="+Inf"} 4',
    'seconds_sum 5.5',
    'seconds_count 4',
  ])
})

it('reads gauges on each exposition, and omits unknown values', () => {
  const known: Record<string, number> = {}
  const metrics = [
    gauge({ ...described, name: 'now' }, ALONE, () => known),
    countOf(described, byValue('cause', ['chat']), () => ({ chat: 1.5 })),
  ]
  expect(exposition(metrics)).not.toContain('now')
  known[''] = 7
  expect(exposition(metrics)).toContain('# TYPE now gauge\nnow 7\n')
  expect(exposition(metrics)).toContain('# TYPE some_total counter\nsome_total{cause="chat"} 1.5\n')
})

it('escapes the values of labels', () => {
  const info = gauge(described, { all: { text: 'a "b" \\ c\nd' } }, () => ({ all: 1 }))
  expect(info.lines()).toEqual(['some_total{text="a \\"b\\" \\\\ c\\nd"} 1'])
})
