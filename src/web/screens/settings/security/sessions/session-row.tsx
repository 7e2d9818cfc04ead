import { Button } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useId } from 'react'
import { browserWords } from '#shared/browser-words.ts'
import type { contract } from '#shared/contract/contract.ts'
import { dates } from '#web/data/local-time.ts'
import { Ago } from '#web/parts/ago.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { CameFrom } from '../came-from.tsx'
import { SecurityRow } from '../security-row.tsx'
import classes from './session-row.module.css'

export type OpenSession = InferContractRouterOutputs<typeof contract>['sessions']['list'][number]

interface SessionRowProps {
  session: OpenSession
  onEnd: () => void
}

/** A browser in which the account is signed in. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { isCurrent, signedInAt, ipAddress, location, userAgent } = session
  const { name, isPhone } = browserWords(userAgent)
  const id = useId()
  return (
    <SecurityRow
      icon={isPhone ? IconDeviceMobile : IconDeviceDesktop}
      name={name}
      title={userAgent ?? undefined}
      id={id}
      facts={
        <>
          <LastUse session={session} />
          <CameFrom address={ipAddress} location={location} />
          <time dateTime={signedInAt}>
            Desde el {dates.date(signedInAt)}, {dates.shortTime(signedInAt)}
          </time>
        </>
      }
    >
      {isCurrent ? (
        <Tag>Este navegador</Tag>
      ) : (
        <Button variant="subtle" size="xs" aria-describedby={id} onClick={onEnd}>
          Cerrar
        </Button>
      )}
    </SecurityRow>
  )
}

/** In ms; a session used this recently counts as active, since its recorded use may be some minutes old. */
const ACTIVE_MS = 10 * 60_000

/** «Activa ahora», «Hace 3 h». */
function LastUse({ session: { isCurrent, lastUsedAt } }: { session: OpenSession }) {
  const now = useNow()
  const isActive = isCurrent || now - Date.parse(lastUsedAt) < ACTIVE_MS
  return isActive ? (
    <span>Activa ahora</span>
  ) : (
    <span className={classes.lastUse}>
      <Ago instant={lastUsedAt} />
    </span>
  )
}
