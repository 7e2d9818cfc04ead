/** Vigía's thread, so that its computing delays no webhook. Answers one question after another. */
import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { KnownSeries, SeriesKey } from '#server/store/watch/learning.ts'
import { type AskedPage, type Fired, groupPage } from './group-page.ts'
import { judgeSeries } from './judge-series.ts'
import type { Setting } from './series.ts'
import { type Learned, study, type Written } from './study.ts'

/** `study` covers some keys of the page that `page` was last asked for. */
export type Questions = {
  page: { asks: AskedPage; answer: Page }
  study: {
    asks: { keys: readonly SeriesKey[]; known: KnownSeries[]; isBehind: boolean; setting: Setting }
    answer: Learned
  }
  judge: { asks: { known: KnownSeries[]; setting: Setting }; answer: Written }
}

/** `last`: id of the last alert read. */
export type Page = { last: string | undefined; isBehind: boolean; keys: SeriesKey[] }

const PRIORITY = 10
// Only on Linux does this set the thread's priority; elsewhere it would set the whole process's.
if (platform() === 'linux') setPriority(PRIORITY)

let fired: Map<string, Fired[]> | undefined

const keyOf = ({ user_id, connection_id, folded }: SeriesKey) =>
  `${user_id}\n${connection_id}\n${folded}`

const answers: { [Kind in keyof Questions]: (asks: Questions[Kind]['asks']) => unknown } = {
  page(asked): Page {
    const page = groupPage(asked)
    fired = Map.groupBy(page.fired, keyOf)
    const keys = [...fired.values()].flatMap(([first]) => {
      if (!first) return []
      const { user_id, connection_id, folded } = first
      return { user_id, connection_id, folded }
    })
    return { last: page.last, isBehind: page.isBehind, keys }
  },
  study({ keys, known, isBehind, setting }): Learned {
    const page = fired
    // Without this error, the series would miss the firings of the page, which is not read again.
    if (!page) throw new Error('the thread has died since the page was asked for')
    const ofKeys = keys.flatMap(key => page.get(keyOf(key)) ?? [])
    return study(ofKeys, known, isBehind, setting)
  },
  judge: ({ known, setting }) => judgeSeries(known, setting),
}

parentPort?.on('message', ({ kind, asks }: { kind: keyof Questions; asks: never }) => {
  try {
    parentPort?.postMessage({ answer: answers[kind](asks) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
