import { sql } from 'kysely'
import type { Database } from '#server/store/engine/schema.ts'
import { until } from '../support/until.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { keepPosting, type Line } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

/** Alerts on each line that are refused while the disk is full, and taken afterwards. */
const ALERTS = 6

export const diskFull: Fault = {
  name: 'disk full',
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const lines = await stage.openLines(4)
    const eachLine = (count: (line: Line) => number) =>
      until('so many on every line', () => lines.every(line => count(line) >= ALERTS))
    {
      await using _posting = keepPosting(lines, 200 / pace)
      await eachLine(line => line.acknowledged.length)
      await limitPages(stage.server.db, 1)
      await eachLine(line => line.refused)
      await limitPages(stage.server.db, 2 ** 30)
      const taken = new Map(lines.map(line => [line, line.acknowledged.length]))
      await eachLine(line => line.acknowledged.length - (taken.get(line) ?? 0))
    }
    return await assertKept(stage)
  },
}

/** Stops the file from growing: a write that needs another page gets SQLITE_FULL, as on a full disk. */
const limitPages = (db: Database, pages: number) =>
  sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db)
