import type { ConnectionWeek } from '#shared/model/stats.ts'
import { dayOf } from '#web/data/local-time.ts'
import { TextLink } from '#web/ui/links.tsx'
import classes from './gaps-link.module.css'
import { gapsWords } from './words.ts'

interface GapsLinkProps {
  week: Pick<ConnectionWeek, 'connectionId' | 'gaps'>
}

/** Links to the alerts of the last seven days that lacked a template value. */
export const GapsLink = ({ week: { connectionId, gaps } }: GapsLinkProps) => (
  <TextLink
    className={classes.link}
    to="/alerts"
    search={{ connectionId, gaps: true, from: dayOf(Date.now(), 6) }}
    title="Entregadas en los últimos 7 días sin algún dato que su plantilla pedía"
  >
    {gapsWords(gaps)}
  </TextLink>
)
