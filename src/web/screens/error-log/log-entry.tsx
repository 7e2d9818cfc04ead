import { IconChevronDown, IconCircleX } from '@tabler/icons-react'
import type { ErrorLog } from '#shared/model/error-log.ts'
import { dates } from '#web/data/local-time.ts'
import { MendCause } from '#web/parts/failures/mend-cause.tsx'
import { JsonCode } from '#web/parts/json-code/json-code.tsx'
import { sinceWords } from '#web/parts/moment-words.ts'
import { TextLink } from '#web/ui/links.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import { Tag } from '#web/ui/tag.tsx'
import text from '#web/ui/text.module.css'
import { useFadeIn } from '#web/ui/use-fade-in.ts'
import classes from './log-rows.module.css'
import { repeats, sourceName } from './words.ts'

interface LogEntryProps {
  entry: ErrorLog
  /** True if the entry joins rows already shown. */
  arriving: boolean
}

/** Message, time, reason and remedy of an entry; a click unfolds its details. */
export function LogEntry({ entry, arriving }: LogEntryProps) {
  const row = useFadeIn(arriving, classes.row)
  const alertId = alertOf(entry)
  return (
    <li {...row}>
      {entry.details ? (
        <details>
          <summary className={classes.head} {...focusMarks.row}>
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
      ) : (
        <div className={classes.head}>
          <LogLines entry={entry} />
        </div>
      )}
      <MendCause report={entry} className={classes.mend} />
    </li>
  )
}

function LogLines({ entry }: { entry: ErrorLog }) {
  const { source, isCritical, count, timestamp, since, message } = entry
  const reason = reasonOf(entry)
  return (
    <>
      <span className={classes.marks}>
        <Tag>{sourceName(source)}</Tag>
        {isCritical && (
          <span className={classes.critical}>
            <IconCircleX />
            Crítico
          </span>
        )}
      </span>
      <span className={`${classes.when} ${text.quiet}`}>
        {repeats(count) && (
          <span className={classes.count}>
            {repeats(count)}
            {since !== timestamp && ` ${sinceWords(since, Date.now(), dates)}`}
          </span>
        )}
        <time dateTime={timestamp}>
          {dates.date(timestamp)}, {dates.time(timestamp)}
        </time>
      </span>
      <span className={classes.message}>
        {message}
        {reason && <span className={classes.reason}>{reason}</span>}
      </span>
    </>
  )
}

/** Reason of an entry; null if unknown or contained in the message. */
export function reasonOf({ message, details }: Pick<ErrorLog, 'message' | 'details'>) {
  const reason = details?.reason
  return typeof reason === 'string' && !message.includes(reason) ? reason : null
}

/** Id of the alert that an entry is about; null without one. */
export function alertOf({ details }: Pick<ErrorLog, 'details'>): string | null {
  const id = details?.alertId
  return typeof id === 'string' ? id : null
}
