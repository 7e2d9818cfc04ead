import { expect, it } from 'vitest'
import { docsSections } from '#web/screens/docs/docs-sections.ts'
import { topicsWith } from './docs-index.ts'

const all = docsSections.flatMap(section => [section, ...(section.questions ?? [])])

it('ranks the topic with the matching title first', () => {
  for (const { title, slug } of all)
    expect(topicsWith(title, 1).map(topic => topic.slug)).toEqual([slug])
})

it('finds topics by their text, up to the limit', () => {
  expect(topicsWith('telegram', 3)).toHaveLength(3)
  expect(topicsWith('supergrupo', 4)).not.toEqual([])
  expect(topicsWith('nadadeesto', 4)).toEqual([])
})
