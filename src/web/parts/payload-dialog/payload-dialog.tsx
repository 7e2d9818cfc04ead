import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatNumber } from '#shared/format.ts'
import { copyTexts } from '#shared/texts.ts'
import { payloadText } from '#shared/tradingview/generated-payload.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import { CHECK_DELAY_MS, isBroken, type PayloadProblem, payloadChecker } from './check-payload.ts'
import { NextSteps } from './next-steps.tsx'
import classes from './payload-dialog.module.css'

const PayloadEditor = lazy(async () => {
  const { PayloadEditor: loaded } = await import('./payload-editor.tsx')
  return { default: loaded }
})

/** Whose JSON it is. */
export interface PayloadSource {
  kind: 'connection' | 'tv-config'
  id: string
}

/** The JSON for TradingView, to change and copy. Opens as soon as it is mounted; a new `key` opens it again. */
export function PayloadDialog({ source: { kind, id } }: { source: PayloadSource }) {
  const dialog = useOpened()
  const generated = useQuery({
    queryKey: ['payload', kind, id],
    queryFn: () =>
      kind === 'connection' ? client.connections.payload({ id }) : client.tvConfigs.payload({ id }),
    // Asked again at each opening: the template may be another one.
    staleTime: 0,
    gcTime: 0,
  })
  const connectionId = generated.data?.connectionId ?? ''
  const connections = useQuery(api.connections.list.queryOptions())
  const webhookUrl = connections.data?.find(one => one.id === connectionId)?.webhookUrl

  const [edited, setEdited] = useState<string>()
  const original = generated.data && payloadText(generated.data)
  const text = edited ?? original
  const check = useMemo(() => payloadChecker(connectionId), [connectionId])
  // Told when the typing pauses: of every letter it would be too much to hear.
  const [settled = text] = useDebouncedValue(text, CHECK_DELAY_MS)
  const problems = settled === undefined ? undefined : check(settled)
  const [copied, setCopied] = useState<{ text: string; look: 'fine' | 'broken' }>()

  const leave = useGuardedClose({
    ...dialog,
    // It is kept nowhere, unless it was copied.
    changed: text !== original && text !== copied?.text,
  })

  return (
    <Dialog
      opened={dialog.opened}
      onClose={leave}
      title="Generador de Payload JSON para TradingView"
      width="xl"
      foot={
        <>
          {text !== undefined && (
            <CopyButton
              look="filled"
              value={text}
              label="Copiar JSON"
              copied={copyTexts.jsonCopied}
              failed={copyTexts.jsonFailed}
              onCopied={() => setCopied({ text, look: isBroken(check(text)) ? 'broken' : 'fine' })}
            />
          )}
          <Button onClick={leave}>Cerrar</Button>
        </>
      }
    >
      {generated.error && text === undefined ? (
        <Notice>{errorMessage(generated.error)}</Notice>
      ) : (
        <>
          <p className={classes.about}>
            TradingView sustituye lo que va entre llaves; lo demás, cámbialo tú. Lleva el
            identificador de la conexión: trátalo como una contraseña.
          </p>
          {text === undefined ? (
            editorSkeleton
          ) : (
            <Suspense fallback={editorSkeleton}>
              <PayloadEditor
                value={text}
                onChange={setEdited}
                check={check}
                broken={isBroken(problems ?? [])}
              />
            </Suspense>
          )}
          <PayloadProblems problems={problems} />
          <NextSteps webhookUrl={webhookUrl} copied={copied?.look} />
        </>
      )}
    </Dialog>
  )
}

/** As high as the editor and its label. */
const editorSkeleton = <Skeleton className={classes.skeleton} />

const SHOWN = 5

interface PayloadProblemsProps {
  /** Undefined as long as there is no text. */
  problems: readonly PayloadProblem[] | undefined
}

/** What was found in the text, the errors first, or that it is fine. */
function PayloadProblems({ problems }: PayloadProblemsProps) {
  const rest = (problems?.length ?? 0) - SHOWN
  return (
    <ul className={classes.problems} aria-label="Comprobación del JSON" aria-live="polite">
      {problems?.length === 0 && (
        <li data-severity="none">
          <IconCircleCheck />
          Válido con los valores de TradingView puestos.
        </li>
      )}
      {problems
        ?.toSorted(errorsFirst)
        .slice(0, SHOWN)
        .map(({ severity, line, message }) => (
          <li key={message} data-severity={severity}>
            {severity === 'error' ? <IconAlertCircle /> : <IconAlertTriangle />}
            <span>
              <b>Línea {formatNumber(line)}:</b> {message}
            </span>
          </li>
        ))}
      {rest > 0 && <li>y {formatNumber(rest)} más</li>}
    </ul>
  )
}

const errorsFirst = (a: PayloadProblem, b: PayloadProblem): number =>
  Number(b.severity === 'error') - Number(a.severity === 'error')
