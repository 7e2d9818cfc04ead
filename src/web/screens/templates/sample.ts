import { type JsonFault, jsonFault, TOO_DEEP } from '#shared/body/json-fault.ts'
import { type Payload, parsePayload } from '#shared/payload/payload.ts'
import { sampleValues } from '#shared/tradingview/example-alert.ts'

/** Sample of the editor until the user provides one. */
export const defaultSample = JSON.stringify(sampleValues, null, 2)

/** True if the user wrote it, or took it from an alert. */
export const isToldSample = (sample: string): boolean =>
  sample.trim() !== '' && sample !== defaultSample

/** Payload of a sample: without keys if it is empty, undefined if it is not a JSON object. */
export function readSample(sample: string): Payload | undefined {
  if (sample.trim() === '') return {}
  try {
    return parsePayload(sample)
  } catch {
    return undefined
  }
}

/** Fault of a sample, in words; undefined if it is valid or empty. */
export function sampleFault(sample: string): JsonFault | undefined {
  if (readSample(sample)) return undefined
  return jsonFault(sample) ?? { at: sample.search(/\S/), message: unreadable(sample) }
}

/** Fault of JSON that is not a payload. */
const unreadable = (sample: string): string =>
  sample.trim().startsWith('{') ? TOO_DEEP : 'No es un objeto {…}.'
