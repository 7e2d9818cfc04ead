import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { placeholdersOf } from '#shared/message/template/template-tokens.ts'
import { chartPlaceholders, productPlaceholders } from '#shared/tradingview/chart-placeholders.ts'
import { closedLength, isInFilters } from './filter-completions.ts'

const BEGUN = /(?<braces>\{{2,3})[ \t]*(?:#[ \t]*if[ \t]+)?[\p{L}\p{M}\p{N}_.-]*$/u
const KEY = /[\p{L}\p{M}\p{N}_.-]*$/u

/**
 * Suggests keys of the account's recent alerts, of Pregonero and of TradingView.
 * @param recentKeys returns the keys of recent alerts, as far as they have loaded
 */
export function placeholderCompletions(recentKeys: () => readonly string[]): CompletionSource {
  return context => {
    if (isInFilters(context)) return null
    if (!context.explicit && !context.matchBefore(BEGUN)) return null
    const from = context.matchBefore(KEY)?.from ?? context.pos
    return { from, options: completions(recentKeys()), validFor: KEY }
  }
}

function completions(recentKeys: readonly string[]): Completion[] {
  const origins = [
    ...recentKeys.filter(canBeAsked).map(key => ({ key, origin: 'Tus alertas recientes' })),
    ...productPlaceholders.map(key => ({ key, origin: `${meanings[key]} · Pregonero` })),
    { key: 'payload', origin: 'Todo el JSON recibido · Pregonero' },
    ...chartPlaceholders.map(({ key, meaning }) => ({ key, origin: `${meaning} · TradingView` })),
  ]
  return origins
    .filter(({ key }, index) => origins.findIndex(one => one.key === key) === index)
    .map(
      ({ key, origin }, index): Completion => ({
        label: key,
        detail: origin,
        // Equal matches keep their order.
        boost: -Math.min(index, MAX_BOOST),
        apply: (view, _completion, from, to) =>
          view.dispatch(insertPlaceholder(view.state, key, from, to)),
      }),
    )
}

const MAX_BOOST = 99

/** Excludes the connection's id, which is a secret, and keys that the template grammar does not allow. */
const canBeAsked = (key: string): boolean =>
  key !== 'connectionId' && placeholdersOf(`{{${key}}}`)[0] === key

const meanings: Record<(typeof productPlaceholders)[number], string> = {
  connection_name: 'Nombre de la conexión',
  alert_name: 'Nombre de la alerta',
  timestamp: 'Fecha y hora de llegada',
}

/** Inserts the key in place of its typed beginning, with the missing braces; the cursor goes behind them. */
export function insertPlaceholder(
  state: EditorState,
  key: string,
  from: number,
  to: number,
): TransactionSpec {
  const line = state.doc.lineAt(from)
  const before = line.text.slice(0, from - line.from)
  const after = line.text.slice(to - line.from)
  const opened = BEGUN.exec(before)?.groups?.braces
  const { length } = opened ?? '{{'
  const closed = opened ? closedLength(after, length) : 0
  const insert = `${opened ? '' : '{{'}${key}${'}'.repeat(length)}`
  return {
    changes: { from, to: to + closed, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  }
}
