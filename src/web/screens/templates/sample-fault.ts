import { MAX_PAYLOAD_DEPTH } from '#shared/message/payload.ts'
import { type JsonFault, jsonFault } from '#web/parts/json-code/json-fault.ts'
import { readSample } from './sample-payload.ts'

/** What keeps a sample from being read, in words; an empty one is no fault. */
export function sampleFault(sample: string): JsonFault | undefined {
  if (readSample(sample)) return undefined
  return jsonFault(sample) ?? { at: sample.search(/\S/), message: unreadable(sample) }
}

/** Of JSON. */
const unreadable = (sample: string): string =>
  sample.trim().startsWith('{')
    ? `Tiene más de ${MAX_PAYLOAD_DEPTH} niveles, unos dentro de otros.`
    : 'No es un objeto {…}.'
