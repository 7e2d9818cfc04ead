import type { AlarmRow } from '#server/store/watch/alarms.ts'
import { quantity, truncate } from '#shared/format.ts'

type Told = Pick<AlarmRow, 'kind' | 'about' | 'title' | 'message'>

/** Max alarms shown in full; of more, only the titles are listed. */
const IN_FULL = 3
const MOST_TITLES = 40
/** Max length of a title in the list. */
const TITLE_LENGTH = 80

/** Composes one plain-text message of alarms raised together, the oldest first. */
export function composeAlarms(alarms: readonly Told[], publicUrl: string) {
  const [first] = alarms
  const isOfSeries = first && ['fall', 'return', 'limit'].includes(first.kind)
  const address =
    alarms.length === 1 && isOfSeries
      ? `${publicUrl}/watch?series=${first.about}`
      : `${publicUrl}/watch`
  const rest = alarms.length - MOST_TITLES
  const told =
    alarms.length <= IN_FULL
      ? alarms.map(({ message }) => message)
      : [
          [
            `Vigía: ${quantity(alarms.length, 'aviso', 'avisos')}`,
            ...alarms
              .slice(0, MOST_TITLES)
              .map(({ title }) => `• ${truncate(title, TITLE_LENGTH)}`),
            ...(rest > 0 ? [`• y ${rest} más`] : []),
          ].join('\n'),
        ]
  return { text: [...told, address].join('\n\n'), entities: [] }
}
