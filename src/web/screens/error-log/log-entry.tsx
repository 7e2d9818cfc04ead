import { Badge } from '@mantine/core'
import { IconChevronDown, IconCircleX } from '@tabler/icons-react'
import type { ErrorLog } from '#shared/model/error-log.ts'
import { dates } from '#web/data/local-time.ts'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Tag } from '#web/ui/tag.tsx'
import text from '#web/ui/text.module.css'
import { useFadeIn } from '#web/ui/use-fade-in.ts'
import classes from './log-rows.module.css'
import { repeats } from './words.ts'

interface LogEntryProps {
  entry: ErrorLog
  /** It joins rows that are shown already. */
  arriving: boolean
}

/** What went wrong and when; a click unfolds what else is known of it. */
export function LogEntry({ entry, arriving }: LogEntryProps) {
  const row = useFadeIn(arriving, classes.row)
  if (!entry.details) {
    return (
      <li {...row}>
        <div className={classes.head}>
          <LogLines entry={entry} />
        </div>
      </li>
    )
  }
  const alertId = alertOf(entry)
  return (
    <li {...row}>
      <details>
        <summary className={classes.head}>
          <LogLines entry={entry} />
          <IconChevronDown className={classes.chevron} />
        </summary>
        <div className={classes.details}>
          <JsonCode text={JSON.stringify(entry.details, null, 2)} />
          {alertId && (
            <TextLink to="/alerts" hash={alertId}>
              {entry.count > 1 ? 'Ver la última alerta' : 'Ver la alerta'}
            </TextLink>
          )}
        </div>
      </details>
    </li>
  )
}

function LogLines({
  entry: { source, isCritical, count, timestamp, message },
}: {
  entry: ErrorLog
}) {
  return (
    <>
      <span className={classes.marks}>
        <Tag mono>{source}</Tag>
        {isCritical && (
          <Badge color="bad" leftSection={<IconCircleX />}>
            Crítico
          </Badge>
        )}
      </span>
      <span className={`${classes.when} ${text.quiet}`}>
        {repeats(count) && <span className={classes.count}>{repeats(count)}</span>}
        <time dateTime={timestamp}>
          {dates.date(timestamp)}, {dates.time(timestamp)}
        </time>
      </span>
      <span className={classes.message}>{message}</span>
    </>
  )
}

/** The alert that an entry tells of; null: it tells of none. */
export function alertOf({ details }: Pick<ErrorLog, 'details'>): string | null {
  const id = details?.alertId
  return typeof id === 'string' ? id : null
}
