/** TradingView as seen by its webhooks: fires, retries after a 5xx, gives up, and writes its alert log. */
import { setTimeout as pause } from 'node:timers/promises'
import Papa from 'papaparse'

/** An alert as set up in TradingView. */
export type TvAlert = { id: string; name: string; ticker: string; webhookUrl: string }

/**
 * A line of its log. @property at milliseconds UTC @property outcome the last status, or the reason
 * for its absence
 */
export type Firing = {
  alert: TvAlert
  message: string
  at: number
  outcome: number | 'timeout' | 'refused'
}

const PATIENCE_MS = 3_000
const RESENDS = 2
const RESEND_AFTER_MS = 1_000

export class TradingView {
  readonly firings: Firing[] = []
  readonly #pace: number

  /** @param pace factor over real life by which its waits are shorter */
  constructor(pace = 1) {
    this.#pace = pace
  }

  async fire(alert: TvAlert, message: string): Promise<void> {
    const at = Date.now()
    let outcome = await this.#send(alert, message)
    for (let resend = 0; resend < RESENDS && Number(outcome) >= 500; resend += 1) {
      await pause(RESEND_AFTER_MS / this.#pace)
      outcome = await this.#send(alert, message)
    }
    this.firings.push({ alert, message, at, outcome })
  }

  async #send({ webhookUrl }: TvAlert, body: string): Promise<Firing['outcome']> {
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS / this.#pace),
      })
      await response.arrayBuffer()
      return response.status
    } catch (error) {
      return error instanceof DOMException ? 'timeout' : 'refused'
    }
  }
}

/** Log as TradingView exports it, in two languages with different columns, separators and dates. */
export const logWriters: Readonly<Record<'en' | 'es', (firings: readonly Firing[]) => string>> = {
  en: firings =>
    Papa.unparse(
      firings.map(({ alert, message, at, outcome }) => ({
        'Alert ID': alert.id,
        Ticker: alert.ticker,
        Name: alert.name,
        Description: message,
        Time: `${new Date(at).toISOString().slice(0, 19)}Z`,
        'Webhook status': outcome === 202 ? 'Delivered' : `Failed: ${outcome}`,
      })),
    ),
  es: firings =>
    `\uFEFF${Papa.unparse(
      firings.map(({ alert, message, at, outcome }) => ({
        Hora: madrid.format(at),
        'Estado del webhook':
          outcome === 202 ? 'Entregado' : `Fallido (${spanish[outcome] ?? outcome})`,
        Descripción: message,
        Nombre: alert.name,
        Símbolo: alert.ticker,
        'ID de alerta': alert.id,
      })),
      { delimiter: ';', newline: '\n', quotes: true },
    )}`,
}

export const LOG_ZONE = 'Europe/Madrid'

const spanish: Record<string, string> = {
  timeout: 'tiempo de espera agotado',
  refused: 'rechazado',
}

const madrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: LOG_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})
