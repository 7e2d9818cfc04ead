import { FORMATS } from '../markup/html.ts'
import type { DelimiterRun, MarkdownToken } from '../markup/markdown-tokens.ts'
import type { TemplateProblem } from './check-template.ts'
import { type ParsedTemplate, placedMarkdown } from './parsed-template.ts'

/** The lookahead prevents backtracking within the name, which would take seconds for a long one. */
const SIMPLE_TAG = /<\/?([a-z][a-z\d-]*)(?![a-z\d-])[^<>]*>/gi

/** Delimiters that stay text, links that Telegram would drop, and HTML tags in Markdown. */
export function markdownProblems(template: ParsedTemplate): TemplateProblem[] {
  const { samples } = template
  let address = ''
  let isBracketOpen = false
  return placedMarkdown(template).flatMap(
    ({ token, isEscape, spanWithin, from, to }, index, all) => {
      const problem = (reason: string) => [{ from, to, reason }]
      switch (token.kind) {
        case 'run':
          return isMeant(token) ? problem(alone(token.character.repeat(token.letters))) : []
        case 'link':
          address = token.address
          return []
        case 'link-end':
          return samples.some(slots => slots.inAddress(address) !== undefined)
            ? []
            : problem('Telegram no admite esta dirección: quedará el texto, sin enlace.')
        case 'text': {
          if (isEscape) return []
          if (token.text.startsWith('`')) return problem(alone(token.text))
          if (token.text === '[') isBracketOpen = true
          if (token.text === ']' && isBracketOpen && startsWithParenthesis(all[index + 1]?.token)) {
            return problem('No llega a ser un enlace: se enviará tal cual.')
          }
          return Array.from(token.text.matchAll(SIMPLE_TAG))
            .filter(([, name = '']) => FORMATS.has(name.toLowerCase()))
            .map(({ 0: tag, index: at }) => ({
              ...spanWithin(at, at + tag.length),
              reason:
                'Solo es HTML la plantilla que empieza por < y termina por >: se enviará tal cual.',
            }))
        }
        default:
          token.kind satisfies 'code'
          return []
      }
    },
  )
}

const alone = (mark: string): string => `${mark} está sin pareja: se enviará tal cual.`

/** Whether an unpaired run was meant as formatting: it touches a word, or has no other meaning («~100» is a number). */
function isMeant({ character, canOpen, canClose, letters, start, end }: DelimiterRun): boolean {
  if (letters === 0) return false
  if (end - start === 1) return (canOpen || canClose) && character !== '~'
  return canOpen || canClose || character === '*' || character === '~'
}

const startsWithParenthesis = (token: MarkdownToken | undefined): boolean =>
  token?.kind === 'text' && token.text.startsWith('(')
