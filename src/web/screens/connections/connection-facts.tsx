import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber, shortId } from '#shared/format.ts'
import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { ConnectionStats, ConnectionWeek } from '#shared/model/stats.ts'
import type { Template } from '#shared/model/template.ts'
import { hasGoodRate } from '#shared/stats.ts'
import { session } from '#web/data/session.ts'
import { addressId } from '#web/parts/address-id.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SimulatedMark } from '#web/ui/simulated-mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import classes from './connection-facts.module.css'
import { GapsLink } from './gaps-link.tsx'
import { WeekLine } from './week-line.tsx'

interface ConnectionFactsProps {
  connection: Connection
  /** Undefined if the connection's template was deleted. */
  template: Template | undefined
  /** Undefined until it has arrived. */
  week: ConnectionWeek | undefined
}

/** Facts of a connection: delivery rate, last week, template, chat, token and webhook. */
export function ConnectionFacts({ connection, template, week }: ConnectionFactsProps) {
  return (
    <dl className={classes.facts}>
      <Fact label="Entrega">
        <Rate stats={connection.stats} />
      </Fact>
      <Fact label="7 días">
        {week && <WeekLine week={week} />}
        {week !== undefined && week.gaps > 0 && <GapsLink week={week} />}
      </Fact>
      <TemplateFact templateId={connection.templateId} template={template} />
      <ChatFact connection={connection} />
      <TokenFact connection={connection} />
      <WebhookFact connection={connection} />
    </dl>
  )
}

interface FactProps {
  label: string
  children: ReactNode
  /** Control at the right end. */
  action?: ReactNode
  /** True if the value may take several lines. */
  wraps?: boolean
}

/** A label and its value; 24 px high if they fit in one line. */
export function Fact({ label, children, action, wraps }: FactProps) {
  return (
    <div className={classes.fact} data-wraps={wraps}>
      <dt>{label}</dt>
      <dd>
        {children}
        {action && <span className={classes.action}>{action}</span>}
      </dd>
    </div>
  )
}

interface TemplateFactProps {
  templateId: string
  /** Undefined if deleted. */
  template: Template | undefined
}

export const TemplateFact = ({ templateId, template }: TemplateFactProps) => (
  <Fact label="Plantilla">
    {template ? (
      <span className={classes.name} title={template.name}>
        {template.name}
      </span>
    ) : (
      <span className={classes.missing}>Plantilla no encontrada</span>
    )}
    <code className={classes.quiet} title={templateId}>
      {template ? template.id.slice(0, ID_HEAD_LENGTH) : templateId}
    </code>
  </Fact>
)

export const ChatFact = ({ connection }: { connection: Connection }) => (
  <Fact label="ID de chat">
    <code>{connection.telegramChatId}</code>
  </Fact>
)

export const TokenFact = ({ connection }: { connection: Connection }) => (
  <Fact label="Token">
    <code>
      <span className={classes.quiet}>••••••••</span>
      {connection.telegramBotTokenTail}
    </code>
  </Fact>
)

interface WebhookFactProps {
  connection: Connection
  /** Shows the address on as many lines as it needs, with only the head of the id until `isIdShown`. */
  whole?: { isIdShown: boolean }
}

/** A webhook's address; its id is a secret, cut to its head until the line has the focus or `isIdShown` is set. */
export function WebhookFact({ connection: { webhookUrl }, whole }: WebhookFactProps) {
  const id = addressId(webhookUrl)
  return (
    <Fact
      label="Webhook"
      wraps={whole !== undefined}
      action={<CopyButton value={webhookUrl} label="Copiar URL" texts={copyTexts.webhook} />}
    >
      {whole ? (
        <code>
          {webhookUrl.slice(0, -id.length)}
          <wbr />
          {whole.isIdShown ? id : shortId(id)}
        </code>
      ) : (
        <AddressLine webhookUrl={webhookUrl} />
      )}
    </Fact>
  )
}

/** One line, shortened in the middle; whole while focused. */
function AddressLine({ webhookUrl }: { webhookUrl: string }) {
  const [isWhole, setWhole] = useState(false)
  const id = addressId(webhookUrl)
  return (
    <UnstyledButton
      className={classes.address}
      aria-label={`URL del webhook: ${isWhole ? webhookUrl : webhookUrl.replace(id, shortId(id))}`}
      data-whole={isWhole}
      onFocus={() => setWhole(true)}
      onBlur={() => setWhole(false)}
      // Safari does not focus a pressed button.
      onClick={event => event.currentTarget.focus()}
    >
      {isWhole ? (
        <code>{webhookUrl}</code>
      ) : (
        <>
          <code className={classes.beginning}>{webhookUrl.slice(0, -id.length - 1)}</code>
          <code>/{shortId(id)}</code>
        </>
      )}
    </UnstyledButton>
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
        ({formatNumber(stats.successful)}/{formatNumber(attempts)}) {simulated && <SimulatedMark />}
      </span>
    </>
  )
}

/** Tags of a connection; empty without tags. */
export function ConnectionTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <div className={classes.tags}>
      {tags.map(tag => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </div>
  )
}

export const TagsSkeleton = () => (
  <div className={classes.tags}>
    <Skeleton height={20} width={48} />
    <Skeleton height={20} width={64} />
  </div>
)
