/** Reports that it is ready, then sends a packed log and reports the milliseconds until its answer. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { ROWS_TYPE, unpackComparison } from '#shared/reconciliation/pack.ts'

const [origin = '', cookie = '', file = ''] = process.argv.slice(2)
const body = await readFile(file)
process.send?.('ready')
await once(process, 'message')
const begun = performance.now()
const response = await fetch(`${origin}/api/reconciliation`, {
  method: 'POST',
  headers: { cookie, origin, 'content-type': ROWS_TYPE },
  body,
})
const report = await response.blob()
const took = performance.now() - begun
if (response.status !== 200) throw new Error((await report.text()).slice(0, 500))
const { rows } = await unpackComparison(report)
const missing = rows.filter(({ alert }) => alert === null).length
if (missing > 0) throw new Error(`${missing} of ${rows.length} rows were not found`)
process.send?.(took)
