import { Box } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { WebhookAddress } from '../webhook-address.tsx'
import classes from './next-steps.module.css'

interface NextStepsProps {
  /** Undefined if the connection is not known, or is gone. */
  webhookUrl: string | undefined
  /** Validity of the JSON copied last; undefined before copying. */
  copied: 'fine' | 'broken' | undefined
}

/** Where the JSON and the address belong in TradingView. After copying, the first step is marked as done. */
export function NextSteps({ webhookUrl, copied }: NextStepsProps) {
  const isCopied = copied !== undefined
  return (
    <section
      className={classes.next}
      // Once, after copying: on a phone the section is below the fold.
      ref={isCopied ? showWhole : undefined}
    >
      {copied === 'broken' && (
        <Notice tone="warn" className={classes.notice}>
          <strong>Lo que has copiado no es JSON válido.</strong> Pregonero intentará leerlo y, si no
          puede, lo enviará tal cual, sin la plantilla.
        </Notice>
      )}
      <h3 className={classes.title}>En TradingView</h3>
      <ol className={classes.steps} data-copied={isCopied}>
        <Step number={1} done={isCopied}>
          <span role="status">
            {isCopied
              ? 'JSON copiado. Ahora pégalo en la alerta, en el campo Mensaje.'
              : 'Copia el JSON y pégalo en la alerta, en el campo Mensaje.'}
          </span>
        </Step>
        <Step number={2}>
          En la pestaña Notificaciones, marca «URL del webhook» y pega esta dirección:
          {webhookUrl !== undefined && (
            <Box mt={6}>
              <WebhookAddress
                aria-label="URL del Webhook"
                url={webhookUrl}
                copyLabel="Copiar URL"
              />
            </Box>
          )}
        </Step>
      </ol>
    </section>
  )
}

const showWhole = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' })

interface StepProps {
  number: number
  done?: boolean
  children: ReactNode
}

const Step = ({ number, done = false, children }: StepProps) => (
  <li className={classes.step}>
    <span className={classes.number} data-done={done} aria-hidden>
      {done ? <IconCheck /> : number}
    </span>
    <div className={classes.text}>{children}</div>
  </li>
)
