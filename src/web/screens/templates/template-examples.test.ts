import { expect, it } from 'vitest'
import { EXAMPLE_TEMPLATES } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { examplePages } from './template-examples.ts'

const templates = (count: number, usedBy: (n: number) => number): Template[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `t${n}`,
    name: `Plantilla ${n}`,
    content: '{{symbol}}',
    buttons: [],
    picture: 'below',
    whenMissing: 'line',
    version: 1,
    usedBy: usedBy(n),
  }))

it('groups neighbouring templates into one request', () => {
  const pages = examplePages(templates(1_000, () => 1))
  expect(pages.size).toBe(1_000)
  const asked = new Set(pages.values().map(page => page.join()))
  expect(asked.size).toBe(Math.ceil(1_000 / EXAMPLE_TEMPLATES))
  expect(pages.get('t30')).toEqual(pages.get('t24'))
  expect(pages.get('t30')).toHaveLength(EXAMPLE_TEMPLATES)
})

it('skips unused templates', () => {
  const pages = examplePages(templates(6, n => n % 2))
  expect([...pages.keys()]).toEqual(['t1', 't3', 't5'])
  expect(pages.get('t1')).toEqual(['t1', 't3', 't5'])
})
