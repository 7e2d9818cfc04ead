import type { Connection } from '#shared/model/connection.ts'
import { reasonParts } from '#web/parts/delivery-words.ts'
import classes from './failure-line.module.css'
import { FailureLines, FailureRow } from './failure-row.tsx'
import { useFailuresOf } from './use-failures.ts'

interface FailureLineProps {
  connection: Pick<Connection, 'id' | 'trouble'>
  /** Opens the form of the connection. */
  onEdit: () => void
  /** What waits behind it. */
  waiting?: string | null
  /** All causes that there are, not only the one that matters most. */
  all?: boolean
}

/** What keeps a connection's alerts from their chat, and the one thing that helps. */
export function FailureLine({
  connection: { id, trouble },
  onEdit,
  waiting,
  all = false,
}: FailureLineProps) {
  const { groups = [], asOf = '' } = useFailuresOf(id, all) ?? {}
  const [first, ...others] = groups
  // Only a pause that Telegram asks for has kept nothing from its chat for good.
  if (!first) return trouble && <Trouble reason={trouble} waiting={waiting} />
  return [first, ...(all ? others : [])].map(group => (
    <div key={group.id} className={classes.line}>
      <FailureRow group={group} asOf={asOf} connectionId={id} onEdit={onEdit} waiting={waiting} />
    </div>
  ))
}

function Trouble({ reason, waiting }: { reason: string; waiting: string | null | undefined }) {
  const { what, remedy } = reasonParts(reason)
  return (
    <div className={classes.line}>
      <FailureLines title={what}>
        {remedy} {waiting && `${waiting}.`}
      </FailureLines>
    </div>
  )
}
