/** Compares one log on its own thread, which then ends: reading a long history delays no webhook. */
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { readPlace } from '#server/store/reconcile/read-place.ts'
import { packComparison, unpackRows } from '#shared/reconciliation/pack.ts'
import { compare } from './compare.ts'
import type { ComparisonOrder } from './comparisons.ts'

const PRIORITY = 10
/** Gzip level: two fifths of the bytes remain; the best level takes three times as long for a twentieth less. */
const QUICKLY = 1

// Only on Linux does this set the thread's priority; elsewhere it would set the whole process's.
if (platform() === 'linux') setPriority(PRIORITY)
const { place, userId, rows, asOf }: ComparisonOrder = workerData
const log = unpackRows(await rows.arrayBuffer())
const comparison = await readPlace(place, db => compare({ db, userId }, log, asOf))
const packed = gzipSync(packComparison(comparison), { level: QUICKLY })
parentPort?.postMessage(new File([packed], 'report.json.gz', { type: 'application/gzip' }))
