import { formatNumber } from '#shared/format.ts'
import { sampleFault } from './sample-fault.ts'
import classes from './sample-fault-line.module.css'

/** What is underlined in the sample, in words, for whoever can't point at it. */
export function SampleFaultLine({ sample }: { sample: string }) {
  const fault = sampleFault(sample)
  return (
    <div className={classes.line} role="status">
      {fault && (
        <p>
          <b>Línea {formatNumber(sample.slice(0, fault.at).split('\n').length)}:</b> {fault.message}
        </p>
      )}
    </div>
  )
}
