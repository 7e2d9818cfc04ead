import {
  type Icon,
  IconAlertTriangle,
  IconDatabaseExport,
  IconFingerprint,
  IconKey,
  IconLock,
  IconLogin2,
  IconLogout,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react'
import { browserWords } from '#shared/browser-words.ts'
import type { AccountEvent } from '#shared/model/account-event.ts'
import { dates } from '#web/data/local-time.ts'
import text from '#web/ui/text.module.css'
import { CameFrom } from '../came-from.tsx'
import classes from './activity.module.css'
import { eventWords, isFailure } from './event-words.ts'

/** Account event: what happened, when, in which browser, from where. */
export function EventRow({ event }: { event: AccountEvent }) {
  const { kind, at, since, count, address, location, userAgent } = event
  const failed = isFailure(event)
  const Icon = failed ? IconAlertTriangle : iconOf(kind)
  return (
    <li className={classes.row} data-failed={failed}>
      <Icon />
      <div className={classes.what}>
        <div className={classes.name}>{eventWords(event)}</div>
        <div className={`${classes.from} ${text.quiet}`}>
          {address === null ? (
            <span>{kind === 'throttled' ? 'Sin mirar la contraseña' : 'En el servidor'}</span>
          ) : (
            <>
              <span title={userAgent ?? undefined}>{browserWords(userAgent).name}</span>
              <CameFrom address={address} location={location} />
            </>
          )}
          {count > 1 && (
            <time dateTime={since}>
              Desde el {dates.date(since)}, {dates.shortTime(since)}
            </time>
          )}
        </div>
      </div>
      <time className={`${classes.when} ${text.quiet}`} dateTime={at}>
        {dates.date(at)}, {dates.shortTime(at)}
      </time>
    </li>
  )
}

/** Icons by prefix of the kind; a more specific prefix comes first. */
const icons: readonly [beginning: string, icon: Icon][] = [
  ['sign-in', IconLogin2],
  ['sign-out', IconLogout],
  ['session', IconLogout],
  ['password', IconLock],
  ['passkey', IconFingerprint],
  ['token', IconKey],
  ['exported', IconDatabaseExport],
  ['imported', IconDatabaseExport],
  ['account', IconUser],
]

const iconOf = (kind: string): Icon =>
  icons.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? IconShieldCheck
