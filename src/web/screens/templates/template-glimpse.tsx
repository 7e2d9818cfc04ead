import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Template } from '#shared/model/template.ts'
import { dates } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'
import { Ago } from '#web/parts/ago.tsx'
import { MessageGlimpse } from '#web/parts/telegram-bubble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { previewMessage } from './preview-message.ts'
import { defaultSample } from './sample.ts'
import { useTemplateExample } from './template-examples.ts'
import classes from './template-glimpse.module.css'
import type { RecentAlert } from './use-alert-draft.ts'

interface TemplateGlimpseProps {
  template: Template
  /** Templates whose newest alerts are fetched together with its own. */
  page: readonly string[]
}

/** The template's message for its newest alert, else for the default sample. */
export function TemplateGlimpse({ template, page }: TemplateGlimpseProps) {
  const example = useTemplateExample(template.id, page)
  if (example === 'loading') return <Skeleton className={classes.loading} />
  return <Made template={template} alert={example === 'none' ? undefined : example} />
}

function Made({ template, alert }: { template: Template; alert: RecentAlert | undefined }) {
  const timeZone = useQuery(session).data?.timeZone ?? 'UTC'
  const [now] = useState(Date.now)
  const preview = useMemo(
    () => previewMessage(template, alert?.text ?? defaultSample, { now, timeZone, alert }),
    [template, alert, now, timeZone],
  )
  if (!preview) return null
  const { pieces, buttons, picture, fits, missing } = preview
  return (
    <figure className={classes.glimpse}>
      <MessageGlimpse
        messages={pieces}
        buttons={buttons}
        picture={picture}
        missing={fits ? missing : []}
        time={dates.shortTime(alert?.timestamp ?? now)}
      />
      <figcaption className={`${classes.origin} ${text.line} ${text.quiet}`}>
        {alert ? (
          <>
            {fits ? 'Con la última alerta de ' : 'Sin plantilla: así sale la última de '}
            {alert.connectionName}, <Ago instant={alert.timestamp} />
          </>
        ) : (
          'Con el JSON de ejemplo'
        )}
      </figcaption>
    </figure>
  )
}
