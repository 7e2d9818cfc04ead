import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { fieldBehaviour } from './field-behaviour.ts'
import type { TextRange } from './tab-stops.ts'

interface ViewOptions {
  value: string
  onChange: (value: string) => void
  options: Extension
  nonce: string
  /** Initial selection; undefined: the end. */
  start: TextRange | undefined
}

const fromOutside = Annotation.define<true>()

/** An editor in `frame`, bound to `value`; changes from outside can be undone. */
export function useEditorView({ value, onChange, options, nonce, start }: ViewOptions) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView>()
  const [outer] = useState(() => new Compartment())
  /** Values reported by `onChange` that have not come back as `value` yet. */
  const told = useRef<string[]>([])

  const tell = useEffectEvent((text: string) => {
    told.current.push(text)
    onChange(text)
  })
  const create = useEffectEvent(
    (parent: HTMLElement) =>
      new EditorView({
        parent,
        doc: value,
        // At the end: a button, unlike a click, focuses the editor without placing the cursor.
        selection: start
          ? { anchor: start.from, head: start.to }
          : { anchor: EditorState.create({ doc: value }).doc.length },
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some(one => one.annotation(fromOutside))) {
              tell(state.doc.toString())
            }
          }),
          outer.of(options),
          fieldBehaviour,
        ],
      }),
  )

  useLayoutEffect(() => {
    if (!frame.current) return
    const created = create(frame.current)
    setView(created)
    return () => created.destroy()
  }, [])

  useLayoutEffect(() => {
    if (view && outer.get(view.state) !== options) {
      view.dispatch({ effects: outer.reconfigure(options) })
    }
  }, [view, outer, options])

  useEffect(() => {
    if (!view) return
    const echo = told.current.indexOf(value)
    told.current.splice(0, echo + 1)
    const doc = view.state.toText(value)
    if (echo >= 0 || doc.eq(view.state.doc)) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: doc },
      annotations: fromOutside.of(true),
    })
  }, [view, value])

  return { frame, view }
}
