import { alertName } from '#shared/alert-identity.ts'
import { builtInValues } from '#shared/built-in-values.ts'
import { fillTemplate } from '#shared/message/fill.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { messageLength, splitMessage } from '#shared/message/split.ts'
import { readSample } from './sample-payload.ts'

export interface Preview {
  /** The messages that Telegram would be sent, in order. */
  pieces: RichMessage[]
  /** Code points. */
  length: number
  /** Keys that neither the sample nor Pregonero has a value for. */
  missing: string[]
}

const SAMPLE_CONNECTION = 'Tu conexión'

/** What a template makes of a sample, received at `now`; undefined when the sample is no JSON. */
export function previewMessage(content: string, sample: string, now: number): Preview | undefined {
  const payload = readSample(sample)
  if (!payload) return undefined
  const { message, missing } = fillTemplate(content, {
    payload,
    builtIn: builtInValues({
      connectionName: SAMPLE_CONNECTION,
      alertName: alertName(payload, SAMPLE_CONNECTION),
      receivedAt: now,
    }),
  })
  return { pieces: splitMessage(message), length: messageLength(message), missing }
}
