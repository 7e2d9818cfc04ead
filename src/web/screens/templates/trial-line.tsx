import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Tried, templateTrial } from './template-trial.ts'
import classes from './trial-line.module.css'
import { buttonGapWords, trialSentence } from './words.ts'

const PAUSE_MS = 400

interface TrialLineProps {
  draft: Tried
  /** Template on whose alerts the draft is tried; undefined: on the alerts of all connections. */
  templateId: string | undefined
}

/** Trial of the template on real alerts, repeated when typing pauses. */
export function TrialLine({ draft, templateId }: TrialLineProps) {
  const [settled] = useDebouncedValue(draft, PAUSE_MS)
  const {
    data: trial,
    isError,
    isPlaceholderData,
  } = useQuery({
    ...templateTrial(settled, templateId),
    placeholderData: keepPreviousData,
  })
  const isKnown = trial !== undefined && settled.content.trim() !== ''
  const outcome =
    !isKnown || trial.tried === 0
      ? 'none'
      : trial.withGaps + trial.misfits > 0
        ? 'gaps'
        : 'complete'
  const Icon = icons[outcome]
  // Until the trial is repeated, the known gaps belong to the previous buttons.
  const gaps = isPlaceholderData ? [] : (trial?.buttonGaps ?? [])
  const ofButtons = buttonGapWords(settled.buttons, gaps)
  return (
    <div className={classes.line} data-outcome={outcome} role="status">
      {isKnown && (
        <>
          <Icon />
          <p>
            {trialSentence(trial)}
            {ofButtons !== '' && (
              <>
                <br />
                {ofButtons}
              </>
            )}
          </p>
        </>
      )}
      {isError && !isKnown && <p>No se pudo probar con tus alertas.</p>}
    </div>
  )
}

const icons = { none: IconHistory, gaps: IconAlertTriangle, complete: IconCheck }
