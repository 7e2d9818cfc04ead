import { MendButton } from './mend-button.tsx'
import { useFailures } from './use-failures.ts'

interface MendCauseProps {
  /** What tells of a cause, and when it did last. */
  report: { cause: string | null; timestamp: string }
  className?: string | undefined
}

/** What helps with the cause of a notification or of an entry of the log, while something of it is not delivered. */
export const MendCause = ({ report: { cause, timestamp }, className }: MendCauseProps) =>
  cause === null ? null : <MendKnown cause={cause} timestamp={timestamp} className={className} />

type MendKnownProps = { cause: string; timestamp: string; className: string | undefined }

function MendKnown({ cause, timestamp, className }: MendKnownProps) {
  const { data } = useFailures()
  const group = data?.groups.find(({ id }) => id === cause)
  // One that told of what came before has nothing left to be done.
  if (!data || !group || timestamp < group.since) return null
  return (
    <div className={className}>
      <MendButton group={group} asOf={data.asOf} />
    </div>
  )
}
