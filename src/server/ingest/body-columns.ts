import type { ReadBody } from '#shared/body/read-body.ts'
import { LAST_INSTANT } from '#shared/limits.ts'
import { alertName, type KnownConfig, payloadSummary } from '#shared/payload/alert-name.ts'
import { valueAt, valueText } from '#shared/payload/payload.ts'

/** The columns of an alert's row that come from its body. */
export const bodyColumns = (
  body: ReadBody,
  connectionName: string,
  configs: readonly KnownConfig[],
  neverShown: readonly string[] = [],
) => ({
  name: alertName(body.payload, connectionName, configs, neverShown),
  summary: payloadSummary(body.payload, neverShown),
  reading: body.reading,
  payload: body.payloadText,
  raw_body: body.rawBody,
  bar_time: instantAt(body, 'time'),
  fired_at: instantAt(body, 'timenow'),
})

/** A time without a zone is no instant. */
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

function instantAt({ payload }: ReadBody, key: string): number | null {
  const text = valueText(valueAt(payload, key))
  const instant = ISO_INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return instant >= 0 && instant <= LAST_INSTANT ? instant : null
}
