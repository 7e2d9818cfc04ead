import { useQueryClient } from '@tanstack/react-query'
import type { Connection } from '#shared/model/connection.ts'
import { examplePayload } from '#shared/tradingview/generated-payload.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { timeLimit } from '#web/data/time-limit.ts'
import { useAct } from '#web/data/use-act.ts'
import { webhookRefusal } from './webhook-refusal.ts'

/** Sends what TradingView would send, to where it would send it, by the way that this page came. */
export function useTestAlert({ id, webhookUrl }: Pick<Connection, 'id' | 'webhookUrl'>) {
  const queryClient = useQueryClient()
  const { start, isPending, data } = useAct({
    call: async (): Promise<string | null> => {
      try {
        const { status } = await fetch(new URL(webhookUrl).pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify({ ...examplePayload(id), ...believable }),
          signal: timeLimit(),
        })
        return webhookRefusal(status)
      } catch (error) {
        return errorMessage(error)
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.alerts.key() }),
  })
  return { send: () => void start(), sending: isPending, refusal: data ?? null }
}

const believable = {
  symbol: 'BTCUSDT',
  side: 'buy',
  price: '94312.50',
  quantity: '0.05',
  timeframe: '5',
  exchange: 'BINANCE',
  strategy_name: 'Alerta de prueba',
}
