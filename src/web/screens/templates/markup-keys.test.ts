import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { markUp } from './markup-keys.ts'

/** The text after the change; «|» marks the ends of its selection, before and after. */
function marked(text: string, markup: Parameters<typeof markUp>[1]) {
  const anchor = text.indexOf('|')
  const head = text.lastIndexOf('|') - 1
  const doc = text.replaceAll('|', '')
  const state = EditorState.create({ doc, selection: { anchor, head } })
  const { doc: after, selection } = state.update(markUp(state, markup)).state
  const { from, to } = selection.main
  return `${after.sliceString(0, from)}|${after.sliceString(from, to)}|${after.sliceString(to)}`
}

describe('keys for markup', () => {
  it.each([
    ['bold', 'Compra |ya|', 'Compra *|ya|*'],
    ['italic', '|{{symbol}}| sube', '_|{{symbol}}|_ sube'],
    ['link', 'Ver |gráfico|', 'Ver [|gráfico|](https://)'],
    ['bold', '<i>a</i> |b| <u>c</u>', '<i>a</i> <b>|b|</b> <u>c</u>'],
    ['link', '<b>|a|</b>', '<b><a href="https://">|a|</a></b>'],
    ['bold', '||', '*||*'],
  ] as const)('toggle %s in %s', (markup, before, after) => {
    expect(marked(before, markup)).toBe(after)
    expect(marked(after, markup)).toBe(before)
  })
})
