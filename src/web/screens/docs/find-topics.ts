import { Children, isValidElement, type ReactNode } from 'react'
import { foldText, shownOf } from '#shared/format.ts'
import type { DocsSection, DocsTopic } from './docs-topic.ts'

/** Search words, folded like the texts they are searched in. */
export const searchWords = (search: string): string[] =>
  foldText(search).split(/\s+/).filter(Boolean)

/**
 * Sections and questions that contain every word. A section that matches by its own text keeps all
 * its questions.
 */
export function findTopics(
  sections: readonly DocsSection[],
  words: readonly string[],
): readonly DocsSection[] {
  if (words.length === 0) return sections
  const isFound = (topic: DocsTopic) => words.every(word => foldedText(topic).includes(word))
  return sections.flatMap(section => {
    if (isFound(section)) return section
    const questions = section.questions?.filter(isFound) ?? []
    return questions.length > 0 ? { ...section, questions } : []
  })
}

/** All slugs, each section's before its questions'. */
export const slugsOf = (sections: readonly DocsSection[]): string[] =>
  sections.flatMap(({ slug, questions = [] }) => [slug, ...questions.map(one => one.slug)])

/** Slugs to open to make the topic visible, itself included; empty if it does not exist. */
export function pathTo(sections: readonly DocsSection[], slug: string): string[] {
  for (const section of sections) {
    if (section.slug === slug) return [slug]
    if (section.questions?.some(question => question.slug === slug)) return [section.slug, slug]
  }
  return []
}

/** «25 apartados», or with a search «3 de 25 apartados»; a section with questions counts as many as these. */
export function topicCountLine(all: readonly DocsSection[], found: readonly DocsSection[]): string {
  const total = countOf(all)
  const shown = countOf(found)
  return shownOf(shown, total, 'apartado', 'apartados')
}

const countOf = (sections: readonly DocsSection[]): number =>
  sections.reduce((sum, { questions }) => sum + (questions?.length ?? 1), 0)

const texts = new WeakMap<DocsTopic, string>()

function foldedText(topic: DocsTopic): string {
  const known = texts.get(topic)
  if (known !== undefined) return known
  const text = foldText(`${topic.title} ${textOf(topic.content)}`)
  texts.set(topic, text)
  return text
}

/** Text of the rendered nodes, with a space between elements. */
export function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map(child => {
      if (isValidElement<{ children?: ReactNode }>(child)) return textOf(child.props.children)
      return String(child)
    })
    .join(' ')
}
