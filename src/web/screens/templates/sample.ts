import { type JsonFault, jsonFault, TOO_DEEP } from '#shared/body/json-fault.ts'
import { type Payload, parsePayload } from '#shared/payload/payload.ts'
import { sampleValues } from '#shared/tradingview/example-alert.ts'

/** What the editor fills a template with until the user says what an alert really brings. */
export const defaultSample = JSON.stringify(sampleValues, null, 2)

/** Whether the user wrote it, or took it from an alert. */
export const isToldSample = (sample: string): boolean =>
  sample.trim() !== '' && sample !== defaultSample

/** An empty sample has no values; undefined when it is no JSON object. */
export function readSample(sample: string): Payload | undefined {
  if (sample.trim() === '') return {}
  try {
    return parsePayload(sample)
  } catch {
    return undefined
  }
}

/** What keeps a sample from being read, in words; an empty one is no fault. */
export function sampleFault(sample: string): JsonFault | undefined {
  if (readSample(sample)) return undefined
  return jsonFault(sample) ?? { at: sample.search(/\S/), message: unreadable(sample) }
}

/** Of JSON. */
const unreadable = (sample: string): string =>
  sample.trim().startsWith('{') ? TOO_DEEP : 'No es un objeto {…}.'
