import { docsSections } from '#web/screens/docs/docs-sections.ts'
import type { DocsTopic } from '#web/screens/docs/docs-topic.ts'
import { findTopics, searchWords } from '#web/screens/docs/find-topics.ts'
import { matching } from './matching.ts'

const titled = (topics: readonly DocsTopic[]) =>
  topics.map(({ slug, title }) => ({ slug, title, label: title }))

const all = titled(docsSections.flatMap(section => [section, ...(section.questions ?? [])]))

/** At most so many topics with all words of a query: those with them in their title first. */
export function topicsWith(query: string, most: number): { slug: string; title: string }[] {
  const words = searchWords(query)
  const byText = titled(
    findTopics(docsSections, words).flatMap(section => {
      const ownQuestions = docsSections.find(({ slug }) => slug === section.slug)?.questions
      // A section that is there for some of its questions does not have the words itself.
      return section.questions && section.questions !== ownQuestions ? section.questions : [section]
    }),
  )
  const byTitle = matching(all, query)
  const others = byText.filter(({ slug }) => !byTitle.some(topic => topic.slug === slug))
  return [...byTitle, ...others].slice(0, most)
}
