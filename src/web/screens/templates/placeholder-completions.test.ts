import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { insertPlaceholder, placeholderCompletions } from './placeholder-completions.ts'

/** Editor state and cursor position of a text in which `|` marks the cursor. */
const typed = (text: string) => {
  const at = text.indexOf('|')
  return { at, state: EditorState.create({ doc: text.replace('|', '') }) }
}

const offered = (text: string, isAsked = false, keys: string[] = []) => {
  const { at, state } = typed(text)
  const found = placeholderCompletions(() => keys)(new CompletionContext(state, at, isAsked))
  return found as CompletionResult | null
}

describe('the placeholder completions', () => {
  it('appear after two braces, or on request', () => {
    expect(offered('a {{|')?.from).toBe(4)
    expect(offered('a {{ pri|')?.from).toBe(5)
    expect(offered('{{#if stop|')?.from).toBe(6)
    expect(offered('a pri|')).toBeNull()
    expect(offered('a pri|', true)?.from).toBe(2)
  })

  it('name their source, once each, received keys first', () => {
    const options =
      offered('{{|', false, ['connectionId', 'rsi', 'ticker', 'two words'])?.options ?? []
    expect(options.slice(0, 3).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      'rsi: Tus alertas recientes',
      'ticker: Tus alertas recientes',
      'connection_name: Nombre de la conexión · Pregonero',
    ])
    expect(options.filter(({ label }) => label === 'ticker')).toHaveLength(1)
    expect(options.find(({ label }) => label === 'close')?.detail).toBe(
      'Cierre de la vela · TradingView',
    )
  })

  it.each([
    ['{{pri|', '{{price}}|'],
    ['{{pri|}} a', '{{price}}| a'],
    ['{{pri| }', '{{price}}|'],
    ['{{{|', '{{{price}}}|'],
    ['{{#if |', '{{#if price}}|'],
    ['a |}', 'a {{price}}|}'],
  ])('turn %s into %s', (before, after) => {
    const { at, state } = typed(before)
    const from = at - (/\w*$/.exec(before.slice(0, at))?.[0].length ?? 0)
    const next = state.update(insertPlaceholder(state, 'price', from, at)).state
    const text = next.doc.toString()
    const { head } = next.selection.main
    expect(`${text.slice(0, head)}|${text.slice(head)}`).toBe(after)
  })
})
