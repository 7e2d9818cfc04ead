import { MendButton } from './mend-button.tsx'
import { useFailures } from './use-failures.ts'

interface MendCauseProps {
  /** Report about a cause, and its time. */
  report: { cause: string | null; timestamp: string }
  className?: string | undefined
}

/** Remedy for the cause of a notification or log entry, while alerts of it are undelivered. */
export const MendCause = ({ report: { cause, timestamp }, className }: MendCauseProps) =>
  cause === null ? null : <MendKnown cause={cause} timestamp={timestamp} className={className} />

type MendKnownProps = { cause: string; timestamp: string; className: string | undefined }

function MendKnown({ cause, timestamp, className }: MendKnownProps) {
  const { data } = useFailures()
  const group = data?.groups.find(({ id }) => id === cause)
  // The failures of an older report are already resolved.
  if (!data || !group || timestamp < group.since) return null
  return (
    <div className={className}>
      <MendButton group={group} asOf={data.asOf} />
    </div>
  )
}
