/** Editor theme: our tokens instead of CodeMirror's own colours, dark and light alike. */

import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const text = { fontSize: 'var(--mantine-font-size-xs)', lineHeight: '1.25rem' }
const padding = '0.3125rem'

const places = EditorView.theme({
  // An editor scrolled into view shows the label above and the message below it too.
  '&': { color: 'var(--text)', scrollMarginBlock: '2.5rem 3.5rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    ...text,
    maxHeight: `calc(var(--max-lines) * 1.25rem + 2 * ${padding})`,
    overflowY: 'auto',
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontFeatureSettings: '"liga" 0, "calt" 0',
    letterSpacing: 0,
  },
  '.cm-content': {
    minHeight: `calc(var(--min-lines) * 1.25rem + 2 * ${padding})`,
    paddingBlock: padding,
    caretColor: 'var(--accent)',
  },
  '.cm-line': { paddingInline: '0.6875rem' },
  '.cm-gutters + .cm-content > .cm-line': { paddingInlineStart: '0.25rem' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'transparent',
    color: 'var(--text-3)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '1.75rem', paddingInline: '0 0.5rem' },
  '.cm-name': { color: 'var(--text-2)' },
  '.cm-faint, .cm-faint *': { color: 'var(--text-3)' },
  '.cm-accent, .cm-accent *': { color: 'var(--accent-text)' },
})

const floating = EditorView.theme({
  '.cm-tooltip': {
    ...text,
    overflow: 'hidden',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--mantine-radius-default)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow-raised)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(28rem, calc(100vw - 2rem))',
    maxHeight: '15rem',
    padding: '0.25rem',
    fontFamily: 'var(--mantine-font-family-monospace)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '0.75rem',
    justifyContent: 'space-between',
    padding: '0.125rem 0.5rem',
    borderRadius: '4px',
    lineHeight: '1.25rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--hover)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { color: 'var(--accent-text)', textDecoration: 'none' },
  '.cm-completionDetail': {
    overflow: 'hidden',
    marginInlineStart: 0,
    color: 'var(--text-3)',
    fontFamily: 'var(--mantine-font-family)',
    fontStyle: 'normal',
    textOverflow: 'ellipsis',
  },
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBottom: 0,
    textDecoration: 'underline wavy 1px var(--warn)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--warn)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-tooltip-lint': { maxWidth: 'min(24rem, calc(100vw - 2rem))' },
  '.cm-diagnostic': { margin: 0, padding: '0.25rem 0.5rem', border: 'none' },
})

export const codeTheme: Extension = [places, floating]
