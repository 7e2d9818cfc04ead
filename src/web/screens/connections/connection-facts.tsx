import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { type ConnectionStats, hasGoodRate } from '#shared/statistics.ts'
import { copyTexts } from '#shared/texts.ts'
import { session } from '#web/data/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import classes from './connection-facts.module.css'

interface ConnectionFactsProps {
  connection: Connection
  /** Undefined: the connection's template is gone. */
  template: Template | undefined
}

/** The rows of a connection: how it delivers, with what, where to, and where alerts come in. */
export function ConnectionFacts({ connection, template }: ConnectionFactsProps) {
  return (
    <dl className={classes.facts}>
      <Fact label="Entrega">
        <Rate stats={connection.stats} />
      </Fact>
      <Fact label="Plantilla">
        {template ? (
          <span className={classes.name} title={template.name}>
            {template.name}
          </span>
        ) : (
          <span className={classes.missing}>Plantilla no encontrada</span>
        )}
        <code className={classes.quiet} title={connection.templateId}>
          {template ? template.id.slice(0, ID_HEAD_LENGTH) : connection.templateId}
        </code>
      </Fact>
      <Fact label="ID de chat">
        <code>{connection.telegramChatId}</code>
      </Fact>
      <Fact label="Token">
        <code>
          <span className={classes.quiet}>••••••••</span>
          {connection.telegramBotTokenTail}
        </code>
      </Fact>
      <Fact label="Webhook">
        <WebhookAddress url={connection.webhookUrl} />
        <span className={classes.copy}>
          <CopyButton
            value={connection.webhookUrl}
            label="Copiar URL"
            copied={copyTexts.webhookCopied}
            failed={copyTexts.webhookFailed}
          />
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Rate({ stats }: { stats: ConnectionStats }) {
  const simulated = useQuery(session).data?.simulated ?? false
  const attempts = stats.successful + stats.failed
  if (!stats.hasAttempts) return <span className={classes.quiet}>{stats.successRateString}</span>
  return (
    <>
      <span className={classes.rate} data-good={hasGoodRate(stats)}>
        {stats.successRateString}
      </span>
      <span className={classes.count}>
        ({formatNumber(stats.successful)}/{formatNumber(attempts)}){simulated && ' · simulada'}
      </span>
    </>
  )
}

/** The eye needs the path alone; whoever selects or hears it gets the whole address. */
function WebhookAddress({ url }: { url: string }) {
  const { origin } = new URL(url)
  return (
    <code className={classes.address} title={url}>
      <span className={classes.origin}>{origin}</span>
      {url.slice(origin.length)}
    </code>
  )
}
