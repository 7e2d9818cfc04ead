import { useQuery } from '@tanstack/react-query'
import { isTradingViews } from '#shared/tradingview/source-addresses.ts'
import { api } from '#web/data/client.ts'
import { Notice } from '#web/ui/notice.tsx'
import { OptionSwitch } from '#web/ui/option-switch.tsx'

interface OnlyTradingviewProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Confines an account's webhooks to TradingView's addresses, and says what that would do to the last one. */
export function OnlyTradingview({ checked, onChange }: OnlyTradingviewProps) {
  const { data: [newest] = [] } = useQuery(api.alerts.recent.queryOptions({ input: { limit: 1 } }))
  const from = newest?.receivedFrom ?? undefined
  return (
    <>
      <OptionSwitch
        label="Solo desde TradingView"
        description={`Rechaza los webhooks que no lleguen desde sus direcciones.${lastWords(from)}`}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {checked && from && !isTradingViews(from) && (
        <Notice tone="warn">
          El último webhook no llegó desde una dirección de TradingView: con esto se rechaza. Si no
          lo enviaste tú y Pregonero está detrás de un proxy, hay que ajustar antes TRUST_PROXY.
        </Notice>
      )}
    </>
  )
}

function lastWords(from: string | undefined): string {
  if (from === undefined) return ''
  return ` El último llegó desde ${isTradingViews(from) ? `TradingView (${from})` : from}.`
}
