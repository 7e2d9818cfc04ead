import { useQuery } from '@tanstack/react-query'
import { isTradingViews } from '#shared/tradingview/source-addresses.ts'
import { api } from '#web/data/client.ts'
import { Notice } from '#web/ui/notice.tsx'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { OptionSwitch } from '#web/ui/option-switch.tsx'

interface OnlyTradingviewProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Restricts an account's webhooks to TradingView's addresses; asks first if that would refuse the latest one. */
export function OnlyTradingview({ checked, onChange }: OnlyTradingviewProps) {
  const { data: [newest] = [] } = useQuery(api.alerts.recent.queryOptions({ input: { limit: 1 } }))
  const from = newest?.receivedFrom ?? undefined
  const refusesLast = from !== undefined && !isTradingViews(from)
  const change = (checked: boolean) => {
    if (!checked || !refusesLast) return onChange(checked)
    openConfirm({
      title: 'Rechazar los Demás Webhooks',
      text: LAST_ELSEWHERE,
      action: 'Rechazar',
      onConfirm: async () => onChange(true),
    })
  }
  return (
    <>
      <OptionSwitch
        label="Solo desde TradingView"
        description={`Rechaza los webhooks que no lleguen desde sus direcciones.${lastWords(from)}`}
        checked={checked}
        onChange={event => change(event.currentTarget.checked)}
      />
      {checked && refusesLast && <Notice tone="warn">{LAST_ELSEWHERE}</Notice>}
    </>
  )
}

const LAST_ELSEWHERE =
  'El último webhook no llegó desde una dirección de TradingView: con esto se rechaza. Si no lo enviaste tú y Pregonero está detrás de un proxy, hay que ajustar antes TRUST_PROXY.'

function lastWords(from: string | undefined): string {
  if (from === undefined) return ''
  return ` El último llegó desde ${isTradingViews(from) ? `TradingView (${from})` : from}.`
}
