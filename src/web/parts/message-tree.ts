/** A message's flat list of formatted ranges as a tree that React can show. */

import { shownGaps } from '#shared/message/gaps.ts'
import { templateTokens } from '#shared/message/template/template-tokens.ts'

export interface Entity {
  type: string
  offset: number
  length: number
  url?: string | undefined
  /** Unix time in seconds, of a `date_time`. */
  unix_time?: number | undefined
  date_time_format?: string | undefined
}

export type MessageNode =
  | { kind: 'text'; text: string }
  /** A placeholder left as written, since it had no value. */
  | { kind: 'missing'; text: string }
  /** Text left out for a missing value: shown in a preview, not sent. */
  | { kind: 'gap'; text: string }
  | { kind: 'entity'; entity: Entity; text: string; children: MessageNode[] }

interface Span {
  start: number
  end: number
  entity: Entity
}

/** Overlapping ranges are cut where the outer one ends; `missing` are keys without a value. */
export function messageTree(
  { text, entities }: { text: string; entities: readonly Entity[] },
  missing: readonly string[] = [],
): MessageNode[] {
  const spans = entities
    .map(entity => ({
      start: Math.max(entity.offset, 0),
      end: Math.min(entity.offset + entity.length, text.length),
      entity,
    }))
    .filter(({ start, end }) => start < end)
  const source = { text, missing: new Set(missing), pieces: shownGaps(text) }
  return between(source, 0, text.length, spans)
}

interface Source {
  text: string
  missing: Set<string>
  pieces: ReturnType<typeof shownGaps>
}

function between(source: Source, start: number, end: number, spans: Span[]): MessageNode[] {
  const nodes: MessageNode[] = []
  let rest = outermostFirst(spans)
  let position = start
  for (let span = rest.shift(); span; span = rest.shift()) {
    const { start: from, end: to, entity } = span
    const inside = rest.filter(other => other.start < to)
    const after = rest.filter(other => other.end > to)
    nodes.push(...texts(source, position, from), {
      kind: 'entity',
      entity,
      text: source.text.slice(from, to),
      children: between(
        source,
        from,
        to,
        inside.map(other => ({ ...other, end: Math.min(other.end, to) })),
      ),
    })
    rest = outermostFirst(after.map(other => ({ ...other, start: Math.max(other.start, to) })))
    position = to
  }
  return withoutBreaksAroundBlocks([...nodes, ...texts(source, position, end)])
}

/** Stable: of two equal ranges the first stays outside. */
const outermostFirst = (spans: Span[]): Span[] =>
  spans.toSorted((a, b) => a.start - b.start || b.end - a.end)

function texts({ text, missing, pieces }: Source, start: number, end: number): MessageNode[] {
  return pieces.flatMap(({ from, to, isGap }): MessageNode[] => {
    const part = text.slice(Math.max(from, start), Math.max(start, Math.min(to, end)))
    if (part === '') return []
    return isGap ? [{ kind: 'gap', text: part }] : markedTexts(part, missing)
  })
}

function markedTexts(text: string, missing: Set<string>): MessageNode[] {
  return text
    .split(/(\{{2,3}[^{}]*\}{2,3})/)
    .filter(part => part !== '')
    .map(part => {
      const [token] = templateTokens(part)
      const isMissing = token?.kind === 'value' && missing.has(token.key)
      return { kind: isMissing ? 'missing' : 'text', text: part }
    })
}

const blocks = ['pre', 'blockquote', 'expandable_blockquote']

const isBlock = (node: MessageNode | undefined): boolean =>
  node?.kind === 'entity' && blocks.includes(node.entity.type)

/** A block begins and ends its own line; the line feed beside it would add another. */
function withoutBreaksAroundBlocks(nodes: MessageNode[]): MessageNode[] {
  return nodes.map((node, index) => {
    if (node.kind !== 'text') return node
    let { text } = node
    if (isBlock(nodes[index - 1])) text = text.replace(/^\n/, '')
    if (isBlock(nodes[index + 1])) text = text.replace(/\n$/, '')
    return { ...node, text }
  })
}
