import { parentPort, workerData } from 'node:worker_threads'
import type { AskingTemplate } from '#shared/message/template/asked-keys.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { demoConnections } from './demo-connections.ts'
import { demoTemplates } from './demo-templates.ts'
import { makeHistory } from './history.ts'
import { pastRow } from './past-row.ts'
import { sampleLog } from './sample-log.ts'

/** Rows per message and so per statement: databases limit the number of values. */
const STEP = 500

const templates = new Map(
  [...defaultTemplates, ...demoTemplates].map((one): [string, AskingTemplate] => [one.id, one]),
)
const history = makeHistory(demoConnections, workerData)
for (let from = 0; from < history.length; from += STEP)
  parentPort?.postMessage(
    history
      .slice(from, from + STEP)
      .map(alert => pastRow(alert, templates.get(alert.connection.templateId) ?? { content: '' })),
  )
parentPort?.postMessage(sampleLog(history, workerData))
