import { VisuallyHidden } from '@mantine/core'
import { type Icon, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import type { Finding } from '#shared/model/diagnosis.ts'
import { TextLink } from '#web/ui/links.tsx'
import classes from './finding-row.module.css'

const looks: Record<Finding['state'], { icon: Icon; word: string; color: string }> = {
  ok: { icon: IconCircleCheck, word: 'Bien', color: 'var(--ok)' },
  wrong: { icon: IconCircleX, word: 'Mal', color: 'var(--bad)' },
  unknown: { icon: IconHelpCircle, word: 'No se pudo saber', color: 'var(--text-3)' },
}

/** Subject, result and remedy of a check. */
export function FindingRow({ finding }: { finding: Finding }) {
  const { what, state, detail, remedy, connectionId } = finding
  const { icon: Icon, word, color } = looks[state]
  return (
    <li className={classes.row} data-state={state}>
      <Icon color={color} aria-hidden />
      <div className={classes.words}>
        <div className={classes.found}>
          <span className={classes.what}>
            {what}
            <VisuallyHidden>: {word}</VisuallyHidden>
          </span>
          <span className={classes.detail}>{detail}</span>
        </div>
        {remedy && <div className={classes.remedy}>{remedy}</div>}
        {connectionId && state !== 'ok' && (
          <TextLink to="/connections" search={{ editar: connectionId }}>
            Editar conexión
          </TextLink>
        )}
      </div>
    </li>
  )
}
