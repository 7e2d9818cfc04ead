import type { Connection } from '#shared/model/connection.ts'
import { reasonParts } from '#web/parts/delivery-words.ts'
import classes from './failure-line.module.css'
import { FailureLines, FailureRow } from './failure-row.tsx'
import { useFailuresOf } from './use-failures.ts'

interface FailureLineProps {
  connection: Pick<Connection, 'id' | 'trouble'>
  /** Opens the connection's form. */
  onEdit: () => void
  /** Text about the alerts waiting behind the failure. */
  waiting?: string | null
  /** True: all causes; false: only the most important. */
  all?: boolean
}

/** Why a connection's alerts are not delivered, and the button that helps. */
export function FailureLine({
  connection: { id, trouble },
  onEdit,
  waiting,
  all = false,
}: FailureLineProps) {
  const { groups = [], asOf = '' } = useFailuresOf(id, all) ?? {}
  const [first, ...others] = groups
  // Without failed alerts, the trouble is a flood wait of Telegram's: it delays alerts but loses no alert.
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
