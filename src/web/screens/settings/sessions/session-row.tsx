import { Button } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useId } from 'react'
import type { contract } from '#shared/contract/contract.ts'
import { dates } from '#web/data/local-time.ts'
import { Tag } from '#web/ui/tag.tsx'
import text from '#web/ui/text.module.css'
import { browserWords } from './browser-words.ts'
import classes from './session-rows.module.css'

export type OpenSession = InferContractRouterOutputs<typeof contract>['sessions']['list'][number]

interface SessionRowProps {
  session: OpenSession
  onEnd: () => void
}

/** A browser in which the account is signed in. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { isCurrent, signedInAt, ipAddress, userAgent } = session
  const { name, isPhone } = browserWords(userAgent)
  const id = useId()
  return (
    <li className={classes.row}>
      {isPhone ? <IconDeviceMobile /> : <IconDeviceDesktop />}
      <div className={classes.what} id={id}>
        <div className={`${classes.name} ${text.line}`} title={userAgent ?? undefined}>
          {name}
        </div>
        <div className={`${classes.since} ${text.quiet}`}>
          {ipAddress && <span className={classes.address}>{ipAddress}</span>}
          <time dateTime={signedInAt}>
            Desde el {dates.date(signedInAt)}, {dates.shortTime(signedInAt)}
          </time>
        </div>
      </div>
      {isCurrent ? (
        <Tag>Este navegador</Tag>
      ) : (
        <Button
          variant="subtle"
          size="xs"
          className={classes.end}
          aria-describedby={id}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}
