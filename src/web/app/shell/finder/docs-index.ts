import { docsSections } from '#web/screens/docs/docs-sections.ts'
import type { DocsTopic } from '#web/screens/docs/docs-topic.ts'
import { findTopics, searchWords } from '#web/screens/docs/find-topics.ts'
import { matching } from './matching.ts'

const titled = (topics: readonly DocsTopic[]) =>
  topics.map(({ slug, title }) => ({ slug, title, label: title }))

const all = titled(docsSections.flatMap(section => [section, ...(section.questions ?? [])]))

/** Up to `most` topics with all words of a query, title matches first. */
export function topicsWith(query: string, most: number): { slug: string; title: string }[] {
  const words = searchWords(query)
  const byText = titled(
    findTopics(docsSections, words).flatMap(section => {
      const ownQuestions = docsSections.find(({ slug }) => slug === section.slug)?.questions
      // A section with filtered questions matched by them, not by its own text.
      return section.questions && section.questions !== ownQuestions ? section.questions : [section]
    }),
  )
  const byTitle = matching(all, query)
  const others = byText.filter(({ slug }) => !byTitle.some(topic => topic.slug === slug))
  return [...byTitle, ...others].slice(0, most)
}
