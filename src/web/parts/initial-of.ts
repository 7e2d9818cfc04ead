import { lazily } from '#shared/lazily.ts'

const graphemes = lazily(() => new Intl.Segmenter('es'))

/** First character of a name as its reader counts them, in upper case: «O», «🔔». */
export function initialOf(name: string): string {
  const [first] = graphemes().segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}
