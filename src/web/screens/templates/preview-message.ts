import { alertName } from '#shared/alert-identity.ts'
import { builtInValues } from '#shared/built-in-values.ts'
import { alertMessage } from '#shared/message/alert-message.ts'
import { type Filled, fillTemplate } from '#shared/message/fill.ts'
import { valueAt } from '#shared/message/payload.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { messageLength, splitMessage } from '#shared/message/split.ts'
import type { RecentAlert } from './recent-alert.ts'
import { isToldSample, readSample } from './sample-payload.ts'

export interface Preview extends Omit<Filled, 'message'> {
  /** The messages that Telegram would be sent, in order. */
  pieces: RichMessage[]
  /** Code points. */
  length: number
}

const SAMPLE_CONNECTION = 'Tu conexión'

/**
 * What a template makes of a sample, as of the alert that it was taken from, else of one that came
 * at `now`; undefined when the sample is no JSON. Until somebody says what alerts bring, it is the
 * template alone, with whatever it lacks.
 */
export function previewMessage(
  content: string,
  sample: string,
  now: number,
  alert?: RecentAlert,
): Preview | undefined {
  const payload = readSample(sample)
  if (!payload) return undefined
  const connectionName = alert?.connectionName ?? SAMPLE_CONNECTION
  const connectionId = alert && valueAt(payload, 'connectionId')
  const isAlone = !isToldSample(sample)
  const make = isAlone ? fillTemplate : alertMessage
  const { message, missing, taken, fits } = make(content, {
    payload,
    builtIn: builtInValues({
      connectionName,
      alertName: alert?.text === sample ? alert.alertName : alertName(payload, connectionName),
      receivedAt: alert ? Date.parse(alert.timestamp) : now,
    }),
    ...(typeof connectionId === 'string' && { connectionId }),
  })
  return {
    pieces: splitMessage(message),
    length: messageLength(message),
    missing,
    taken,
    fits: isAlone || fits,
  }
}
