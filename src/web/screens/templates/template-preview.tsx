import { Box, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Children, memo, type ReactNode } from 'react'
import { formatNumber, plural, quantity } from '#shared/format.ts'
import type { TemplateProblem } from '#shared/message/check/check-template.ts'
import { MESSAGE_MAX_CODE_POINTS } from '#shared/message/split.ts'
import { templateTexts } from '#shared/texts/templates.ts'
import { dates } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'
import { Ago } from '#web/parts/ago.tsx'
import type { MessageTemplate } from '#web/parts/example-message.ts'
import { TelegramBubble } from '#web/parts/telegram-bubble.tsx'
import text from '#web/ui/text.module.css'
import { NotificationPreview } from './notification-preview.tsx'
import { type Preview, previewMessage } from './preview-message.ts'
import classes from './template-preview.module.css'
import { problemLines, templateProblemsOf } from './template-problems.ts'
import { TrialLine } from './trial-line.tsx'
import type { RecentAlert } from './use-alert-draft.ts'
import { unseenText } from './words.ts'

interface TemplatePreviewProps {
  draft: MessageTemplate
  /** Template on whose alerts the draft is tried; undefined: on the alerts of all connections. */
  templateId: string | undefined
  sample: string
  /** The alert that the sample was taken from. */
  alert: RecentAlert | undefined
  /** In ms; used as time of arrival if the sample was not taken from an alert. */
  now: number
}

const CHAT = 'Tu canal'

/** Preview of the template: the messages as Telegram shows them, and remarks. */
export const TemplatePreview = memo(
  ({ draft, templateId, sample, alert, now }: TemplatePreviewProps) => {
    const { content } = draft
    const timeZone = useQuery(session).data?.timeZone ?? 'UTC'
    const preview = previewMessage(draft, sample, { now, timeZone, alert })
    const arrival = alert?.timestamp ?? now
    return (
      <div className={classes.preview}>
        <div className={classes.head}>
          <Text component="h3" fw={500}>
            Vista previa
          </Text>
          <span className={`${classes.caption} ${text.line}`}>
            {alert?.text === sample ? (
              <>
                Con una alerta de {alert.connectionName}, <Ago instant={alert.timestamp} />
              </>
            ) : (
              'Así llega a Telegram'
            )}
          </span>
        </div>
        {preview ? (
          <>
            <Box component="section" className={classes.chat} tabIndex={0} aria-label="Mensaje">
              <TelegramBubble
                chatTitle={CHAT}
                kind="canal"
                day={dates.dayOfMonth(arrival)}
                time={dates.shortTime(arrival)}
                messages={preview.shown}
                buttons={preview.buttons}
                picture={preview.picture}
                missing={preview.fits ? preview.missing : []}
              />
            </Box>
            <LengthMeter length={preview.length} messages={preview.pieces.length} />
          </>
        ) : (
          <p className={classes.invalid}>
            <IconCircleX />
            {templateTexts.invalidSamplePreview}
          </p>
        )}
        <Box
          component="section"
          className={classes.verdicts}
          tabIndex={0}
          aria-label="Comprobación"
        >
          {preview && <Verdicts preview={preview} draft={draft} />}
          <TemplateProblems content={content} ofSample={preview?.deadLinks ?? []} />
          <TrialLine draft={draft} templateId={templateId} />
          {preview?.notification && (
            <NotificationPreview chatTitle={CHAT} line={preview.notification} />
          )}
        </Box>
      </div>
    )
  },
)

/** Remarks on the message of the sample. */
function Verdicts({ preview, draft }: { preview: Preview; draft: MessageTemplate }) {
  const isBegun = draft.content.trim() !== ''
  const { fits, missing, unseen, taken, leftOut, pieces } = preview
  return (
    <>
      {!fits && <Misfit keys={missing} />}
      {unseen.length > 0 && <Warning>{unseenText(unseen)}</Warning>}
      {taken.length > 0 && <TakenValues taken={taken} />}
      {fits && missing.length > 0 && (
        <MissingValues keys={missing} isSent={draft.whenMissing === 'marker'} />
      )}
      {fits && Children.toArray(leftOut.map(warning))}
      {pieces.length === 0 && isBegun && (
        <Warning>El mensaje queda vacío. Así no se enviaría.</Warning>
      )}
    </>
  )
}

function MissingValues({ keys, isSent }: { keys: string[]; isSent: boolean }) {
  return (
    <Warning>
      Sin valor en el JSON de ejemplo: <Placeholders keys={keys} />.{' '}
      {isSent
        ? `Se ${plural(keys.length, 'enviará', 'enviarán')} tal cual.`
        : 'Lo atenuado no se envía.'}
    </Warning>
  )
}

/** Warns that the sample has no value that the template asks for. */
function Misfit({ keys }: { keys: string[] }) {
  return (
    <Warning>
      El JSON de ejemplo no trae nada de lo que pide la plantilla
      {keys.length > 0 && (
        <>
          : <Placeholders keys={keys} />
        </>
      )}
      . Así, la alerta se envía tal cual.
    </Warning>
  )
}

function Placeholders({ keys }: { keys: string[] }) {
  return Children.toArray(
    keys.map((key, index) => (
      <>
        {index > 0 && ', '}
        <code className={classes.key}>{`{{${key}}}`}</code>
      </>
    )),
  )
}

function TakenValues({ taken }: Pick<Preview, 'taken'>) {
  const values = taken.map(({ key, from }, index) => (
    <>
      {index > 0 && ', '}
      <code>{key}</code> de <code>{from}</code>
    </>
  ))
  return (
    <div className={classes.note}>
      <IconReplace />
      <p>Se toma {Children.toArray(values)}.</p>
    </div>
  )
}

const warning = (text: string) => <Warning>{text}</Warning>

function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={classes.warning}>
      <IconAlertTriangle />
      <p>{children}</p>
    </div>
  )
}

const SHOWN = 3

interface TemplateProblemsProps {
  content: string
  /** Problems that depend on the current sample. */
  ofSample: readonly TemplateProblem[]
}

/** Problems of the template, also with the sample, in words and by line, for readers who cannot point at them. */
function TemplateProblems({ content, ofSample }: TemplateProblemsProps) {
  const found = [...templateProblemsOf(content), ...ofSample].sort((a, b) => a.from - b.from)
  const problems = problemLines(content, found)
  if (problems.length === 0) return null
  const rest = problems.length - SHOWN
  return (
    <ul className={classes.problems} aria-label="Avisos de la plantilla">
      {problems.slice(0, SHOWN).map(({ line, reason }) => (
        <li key={`${line} ${reason}`}>
          <b>Línea {formatNumber(line)}:</b> {reason}
        </li>
      ))}
      {rest > 0 && <li>y {quantity(rest, 'aviso', 'avisos')} más</li>}
    </ul>
  )
}

interface LengthMeterProps {
  /** Code points of the whole message. */
  length: number
  /** Number of messages in which it is sent. */
  messages: number
}

const WARN_SHARE = 0.9

/** Share of one Telegram message that is used up. */
function LengthMeter({ length, messages }: LengthMeterProps) {
  const share = length / MESSAGE_MAX_CODE_POINTS
  const tight = share > WARN_SHARE || messages > 1
  return (
    <div className={`${classes.meter} ${text.quiet}`} data-tight={tight}>
      <span>Longitud</span>
      <Progress
        className={classes.bar}
        size={4}
        value={Math.min(share, 1) * 100}
        color={tight ? 'var(--warn)' : 'var(--accent)'}
        aria-label="Longitud del mensaje"
      />
      <span className={classes.figures}>
        <span className={classes.length}>{formatNumber(length)}</span>
        {` / ${formatNumber(MESSAGE_MAX_CODE_POINTS)}`}
      </span>
      {messages > 1 && (
        <span className={classes.split}>se enviará en {formatNumber(messages)} mensajes</span>
      )}
    </div>
  )
}
