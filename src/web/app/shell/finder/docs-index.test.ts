import { expect, it } from 'vitest'
import { docsSections } from '#web/screens/docs/docs-sections.ts'
import { topicsWith } from './docs-index.ts'

const all = docsSections.flatMap(section => [section, ...(section.questions ?? [])])

it('finds each topic by its title, before those that only speak of it', () => {
  for (const { title, slug } of all)
    expect(topicsWith(title, 1).map(topic => topic.slug)).toEqual([slug])
})

it('finds topics by their text, and no more than asked for', () => {
  expect(topicsWith('telegram', 3)).toHaveLength(3)
  expect(topicsWith('supergrupo', 4)).not.toEqual([])
  expect(topicsWith('nadadeesto', 4)).toEqual([])
})
