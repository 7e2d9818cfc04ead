import { Button, Collapse, VisuallyHidden } from '@mantine/core'
import { useThrottledValue } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconSend,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { formatClock } from '#shared/format.ts'
import { SHOWN_ARRIVALS } from '#shared/limits.ts'
import type { Arrival } from '#shared/model/arrival.ts'
import type { Connection } from '#shared/model/connection.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { session } from '#web/data/session.ts'
import { PayloadDialog } from '#web/parts/payload-dialog/payload-dialog.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'
import rows from '#web/ui/rows.module.css'
import { useSettled } from '#web/ui/use-fade-in.ts'
import { Ticking } from '#web/ui/use-now.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { WaitingDot } from '#web/ui/waiting-dot.tsx'
import { ArrivalLine } from './arrival-line.tsx'
import { ArrivalRemedy } from './arrival-remedy.tsx'
import { type Listener, type Look, lightWords } from './arrival-words.ts'
import { Checklist } from './checklist.tsx'
import classes from './listening-light.module.css'
import { useArrivals } from './use-arrivals.ts'
import { useTestAlert } from './use-test-alert.ts'

interface ListeningLightProps {
  connection: Connection
  /** Title until something arrives. */
  waiting: string
  /** Opens the connection's form, where a failure can be fixed. */
  onEdit: () => void
}

/** Time without an arrival, other than test alerts of this page, before the checklist opens. */
const PATIENCE_MS = 60_000
/** Minimum time between two announcements to screen readers. */
const SAID_EVERY_MS = 4_000

/** Listens to a connection: arrivals, their sender, how they were read, and what to change. */
export function ListeningLight({ connection, waiting, onEdit }: ListeningLightProps) {
  const { items, error } = useArrivals(connection.id)
  const { send, sending, refusal, sent } = useTestAlert(connection)
  const [generating, generate] = useOpening<string>()
  const simulated = useQuery(session).data?.simulated ?? false
  const listener = { sent, simulated }
  const [newest] = items
  const { look, title, line, spoken } = lightWords(newest, waiting, listener)
  const said = useThrottledValue(spoken, SAID_EVERY_MS)
  const isHeard = items.some(({ id }) => !sent.has(id))

  return (
    <>
      <div className={classes.head}>
        <span className={classes.mark} data-look={look}>
          {marks[look]}
        </span>
        <div className={classes.state}>
          <strong className={classes.title}>{title}</strong>
          <div className={classes.line}>{line}</div>
        </div>
        {!newest && <Elapsed />}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
      <Arrivals
        items={items}
        listener={listener}
        remedy={arrival =>
          arrival.advice && (
            <ArrivalRemedy
              arrival={arrival}
              advice={arrival.advice}
              connection={connection}
              onGenerate={() => generate(connection.id)}
              onEdit={onEdit}
            />
          )
        }
      />
      {!isHeard && <WhatToCheck webhookUrl={connection.webhookUrl} />}
      {error && <Notice className={classes.notice}>{errorMessage(error)}</Notice>}
      {refusal && <Notice className={classes.notice}>{refusal}</Notice>}
      <div className={classes.foot}>
        <Button leftSection={<IconSend />} loading={sending} onClick={send}>
          Enviar alerta de prueba
        </Button>
      </div>
      {generating && (
        <PayloadDialog key={generating.key} source={{ kind: 'connection', id: generating.for }} />
      )}
    </>
  )
}

const marks: Record<Look | 'waiting', ReactNode> = {
  waiting: <WaitingDot />,
  pending: <IconClock />,
  ok: <IconCircleCheck />,
  warn: <IconAlertTriangle />,
  bad: <IconCircleX />,
}

interface ArrivalsProps {
  items: readonly Arrival[]
  listener: Listener
  remedy: (arrival: Arrival) => ReactNode
}

/** Newest first. Advice shared by several lines is shown at the newest of them. */
function Arrivals({ items, listener, remedy }: ArrivalsProps) {
  const settled = useSettled()
  if (items.length === 0) return null
  const said = new Set<string>()
  const isNew = (text: string) => !said.has(text) && said.add(text)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className={classes.arrivals} aria-label="Lo que ha llegado" tabIndex={0}>
      <ul className={rows.rows}>
        {items.map(arrival => (
          <ArrivalLine
            key={arrival.id}
            arrival={arrival}
            listener={listener}
            arriving={settled}
            remedy={arrival.advice && isNew(arrival.advice.text) && remedy(arrival)}
          />
        ))}
      </ul>
      {items.length === SHOWN_ARRIVALS && (
        <p className={classes.more}>
          Se ven las {SHOWN_ARRIVALS} últimas; todas están en el{' '}
          <TextLink to="/alerts" target="_blank" fz="inherit" underline="always">
            historial
          </TextLink>
          .
        </p>
      )}
    </section>
  )
}

/** Checklist for missing alerts; opens by itself after `PATIENCE_MS`. */
function WhatToCheck({ webhookUrl }: { webhookUrl: string }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.check}>
      <Button
        className={classes.ask}
        variant="subtle"
        size="xs"
        rightSection={<IconChevronDown className={classes.chevron} data-open={isOpen} />}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        ¿No llega nada? Revisa esto
      </Button>
      <Collapse id={listId} expanded={isOpen}>
        <Checklist webhookUrl={webhookUrl} />
      </Collapse>
    </div>
  )
}

/** Waiting time since mounting: 0:42. */
function Elapsed() {
  const [start] = useState(Date.now)
  return (
    <span className={classes.elapsed} role="timer">
      <Ticking>{now => formatClock(now - start)}</Ticking>
    </span>
  )
}
