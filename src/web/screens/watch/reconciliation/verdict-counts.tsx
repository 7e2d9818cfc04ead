import { UnstyledButton } from '@mantine/core'
import { formatNumber } from '#shared/format.ts'
import type { Verdict } from '#shared/reconciliation/verdicts.ts'
import { attention } from './report.ts'
import classes from './verdict-counts.module.css'
import { VerdictIcon } from './verdict-looks.tsx'
import { verdictWords } from './words.ts'

interface VerdictCountsProps {
  counts: Record<Verdict, number>
  chosen: Verdict | undefined
  onChoose: (verdict: Verdict | undefined) => void
}

/** Number of rows for each of the six verdicts; a press narrows the table to one. */
export const VerdictCounts = ({ counts, chosen, onChoose }: VerdictCountsProps) => (
  <ul className={classes.strip} aria-label="Veredictos">
    {attention.map(verdict => (
      <li key={verdict}>
        <UnstyledButton
          className={classes.cell}
          aria-pressed={verdict === chosen}
          title={verdictWords[verdict].long}
          onClick={() => onChoose(verdict === chosen ? undefined : verdict)}
        >
          <span className={classes.label}>
            <VerdictIcon verdict={verdict} />
            {verdictWords[verdict].short}
          </span>
          <span className={classes.count} data-none={counts[verdict] === 0}>
            {formatNumber(counts[verdict])}
          </span>
        </UnstyledButton>
      </li>
    ))}
  </ul>
)
