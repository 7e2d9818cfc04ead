import { client } from '#web/data/client.ts'
import type { Found } from '../use-alerts-page.ts'
import type { BulkAct } from './bulk-act.ts'
import { countWithStatus } from './count-alerts.ts'
import { partlyResent, resendAllText, resentToast } from './resend-words.ts'

/** Sends the failed ones of all that a filter finds again. */
export const resendingOfFound = ({ filter, asOf }: Found): BulkAct => ({
  title: 'Reenviar las alertas fallidas',
  action: 'Reenviar',
  doing: 'Reenviando',
  isDeletion: false,
  look: async () => ({ count: await countWithStatus(filter, 'failed') }),
  text: ({ count }) => resendAllText(count),
  // The same instant for every request, so that none goes twice.
  step: async () => {
    const { resent, left } = await client.alerts.resendMany({ filter, before: asOf })
    return { done: resent, left }
  },
  doneToast: (resent, { total }) => resentToast({ resent, kept: total - resent }),
  partlyText: partlyResent,
})
