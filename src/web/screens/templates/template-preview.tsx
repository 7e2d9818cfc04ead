import { Box, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Children, memo, type ReactNode } from 'react'
import { plural } from '#shared/format.ts'
import { templateTexts } from '#shared/texts.ts'
import { dates } from '#web/data/reader-time.ts'
import { session } from '#web/data/session.ts'
import { TelegramBubble } from '#web/parts/telegram-bubble.tsx'
import { LengthMeter } from './length-meter.tsx'
import { type Preview, previewMessage } from './preview-message.ts'
import type { RecentAlert } from './recent-alert.ts'
import classes from './template-preview.module.css'
import { TemplateProblems } from './template-problems.tsx'
import { TrialLine } from './trial-line.tsx'

interface TemplatePreviewProps {
  content: string
  /** Undefined: a new template. */
  templateId: string | undefined
  sample: string
  /** The alert that the sample was taken from. */
  alert: RecentAlert | undefined
  /** When any other sample is said to have arrived, in milliseconds. */
  now: number
}

/** What comes of the template: the messages as Telegram shows them, and what to know about them. */
export const TemplatePreview = memo(
  ({ content, templateId, sample, alert, now }: TemplatePreviewProps) => {
    const timeZone = useQuery(session).data?.timeZone ?? 'UTC'
    const preview = previewMessage(content, sample, { now, timeZone, alert })
    const arrival = alert?.timestamp ?? now
    return (
      <div className={classes.preview}>
        <div className={classes.head}>
          <Text component="h3" fw={500}>
            Vista previa
          </Text>
          <span className={classes.caption}>Así llega a Telegram</span>
        </div>
        {preview ? (
          <>
            {!preview.fits && <Misfit keys={preview.missing} />}
            <Box component="section" className={classes.chat} tabIndex={0} aria-label="Mensaje">
              <TelegramBubble
                chatTitle="Tu canal"
                kind="canal"
                day={dates.dayOfMonth(arrival)}
                time={dates.shortTime(arrival)}
                messages={preview.pieces}
                missing={preview.fits ? preview.missing : []}
              />
            </Box>
            <LengthMeter length={preview.length} messages={preview.pieces.length} />
            {preview.taken.length > 0 && <TakenValues taken={preview.taken} />}
            {preview.fits && preview.missing.length > 0 && <MissingValues keys={preview.missing} />}
            {preview.pieces.length === 0 && content.trim() !== '' && (
              <Warning>El mensaje queda vacío. Así no se enviaría.</Warning>
            )}
          </>
        ) : (
          <p className={classes.invalid}>
            <IconCircleX />
            {templateTexts.invalidSamplePreview}
          </p>
        )}
        <TemplateProblems content={content} ofSample={preview?.deadLinks ?? []} />
        <TrialLine content={content} templateId={templateId} />
      </div>
    )
  },
)

function MissingValues({ keys }: { keys: string[] }) {
  return (
    <Warning>
      Sin valor en el JSON de ejemplo: <Placeholders keys={keys} />. Se{' '}
      {plural(keys.length, 'enviará', 'enviarán')} tal cual.
    </Warning>
  )
}

/** Why the message has nothing of the template. */
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

function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={classes.warning}>
      <IconAlertTriangle />
      <p>{children}</p>
    </div>
  )
}
