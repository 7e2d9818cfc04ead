import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { SectionCard } from '#web/ui/section-card.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionState } from './connection-state.tsx'
import { ConnectionTags } from './connection-tags.tsx'
import classes from './panel-details.module.css'

interface PanelDetailsProps {
  connection: Connection
  templates: readonly Template[]
}

/** What the connection is, and how it stands. */
export function PanelDetails({ connection, templates }: PanelDetailsProps) {
  const { description, tags, templateId } = connection
  return (
    <SectionCard title="Detalles">
      {description && <p className={classes.description}>{description}</p>}
      <ConnectionFacts
        connection={connection}
        template={templates.find(({ id }) => id === templateId)}
      />
      <ConnectionTags tags={tags} />
      <div className={classes.state}>
        <ConnectionState connection={connection} result={undefined} />
      </div>
    </SectionCard>
  )
}
