import { type JsonFault, jsonFault, TOO_DEEP } from '#shared/body/json-fault.ts'
import { readSample } from './sample-payload.ts'

/** What keeps a sample from being read, in words; an empty one is no fault. */
export function sampleFault(sample: string): JsonFault | undefined {
  if (readSample(sample)) return undefined
  return jsonFault(sample) ?? { at: sample.search(/\S/), message: unreadable(sample) }
}

/** Of JSON. */
const unreadable = (sample: string): string =>
  sample.trim().startsWith('{') ? TOO_DEEP : 'No es un objeto {…}.'
