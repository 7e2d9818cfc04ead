import { Switch } from '@mantine/core'
import { useState } from 'react'
import { shortId } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { FailureLine } from '#web/parts/failures/failure-line.tsx'
import { IdToggle } from '#web/parts/id-toggle.tsx'
import type { TestResult } from '#web/parts/use-connection-test.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import {
  ChatFact,
  ConnectionTags,
  Fact,
  TemplateFact,
  TokenFact,
  WebhookFact,
} from './connection-facts.tsx'
import classes from './connection-panel.module.css'
import { ConnectionState } from './connection-state.tsx'

interface PanelDetailsProps {
  connection: Connection
  templates: readonly Template[]
  /** Result of the latest test. */
  result: TestResult | undefined
  onSwitch: (isActive: boolean) => void
  onEdit: () => void
}

/** Facts and state of the connection. */
export function PanelDetails({
  connection,
  templates,
  result,
  onSwitch,
  onEdit,
}: PanelDetailsProps) {
  const { id, name, description, tags, templateId, isActive } = connection
  const [isShown, setShown] = useState(false)

  return (
    <SectionCard
      title="Detalles"
      aside={
        <Switch
          labelPosition="left"
          label={isActive ? 'Activa' : 'Inactiva'}
          checked={isActive}
          onChange={event => onSwitch(event.currentTarget.checked)}
        />
      }
    >
      <dl className={classes.facts}>
        <Fact label="Nombre" wraps>
          {name}
        </Fact>
        <Fact
          label="ID de conexión"
          wraps
          action={
            <>
              <IdToggle
                what="el ID y la URL del webhook"
                isShown={isShown}
                onToggle={() => setShown(!isShown)}
              />
              <CopyButton value={id} label="Copiar ID" texts={copyTexts.connectionId} />
            </>
          }
        >
          <code>{isShown ? id : shortId(id)}</code>
        </Fact>
        <TokenFact connection={connection} />
        <ChatFact connection={connection} />
        <TemplateFact
          templateId={templateId}
          template={templates.find(template => template.id === templateId)}
        />
        <Fact label="Descripción" wraps>
          {description || <span className={classes.none}>Sin descripción</span>}
        </Fact>
        <Fact label="Etiquetas" wraps>
          {tags.length > 0 ? (
            <ConnectionTags tags={tags} />
          ) : (
            <span className={classes.none}>Sin etiquetas</span>
          )}
        </Fact>
        <WebhookFact connection={connection} whole={{ isIdShown: isShown }} />
      </dl>
      <div className={classes.state}>
        <ConnectionState connection={connection} result={result} onEdit={onEdit} failuresBelow />
        {isActive && <FailureLine connection={connection} onEdit={onEdit} all />}
      </div>
    </SectionCard>
  )
}
