import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import { exampleAlert } from '#shared/tradingview/example-alert.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { refresh } from '#web/data/refresh.ts'
import { timeoutSignal } from '#web/data/timeout.ts'
import { useAction } from '#web/data/use-action.ts'

/** Sends an alert as TradingView would, to the webhook's path at this page's origin. */
export function useTestAlert({
  id,
  webhookUrl,
  templateId,
}: Pick<Connection, 'id' | 'webhookUrl' | 'templateId'>) {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const { start, isPending, data } = useAction({
    call: async (): Promise<string | null> => {
      try {
        const templates = await queryClient.ensureQueryData(api.templates.list.queryOptions())
        const template = templates.find(one => one.id === templateId)
        const response = await fetch(new URL(webhookUrl).pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(exampleAlert(id, template)),
          signal: timeoutSignal(),
        })
        const { alertId }: { alertId?: string } = await response.json().catch(() => ({}))
        if (alertId !== undefined) setSent(before => new Set([...before, alertId]))
        return webhookRefusal(response.status)
      } catch (error) {
        return errorMessage(error)
      }
    },
    onSuccess: () => refresh(queryClient, ['alerts', 'errorLogs']),
  })
  return {
    send: () => void start(),
    sending: isPending,
    refusal: data ?? null,
    /** Ids of the alerts that were sent. */
    sent,
  }
}

/**
 * Error text for the status of a test webhook; null if the alert was accepted, or its sender refused (403), which is
 * shown among the arrivals.
 */
export function webhookRefusal(status: number): string | null {
  if (status === 202 || status === 403) return null
  return (
    refusals.get(status) ??
    `El webhook respondió ${status}. Mira el Registro de Errores y vuelve a probar.`
  )
}

const refusals = new Map([
  [404, 'El webhook no conoce esta conexión: quizá se eliminó en otra pestaña. Recarga la página.'],
  [413, 'El webhook rechazó la alerta por su tamaño. Sube WEBHOOK_MAX_BYTES en el servidor.'],
  [
    503,
    'El servidor no pudo guardar la alerta. Espera unos segundos y vuelve a probar; TradingView la reenviaría sin que hagas nada.',
  ],
])
