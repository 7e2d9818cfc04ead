import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { formatList, formatNumber, plural } from '#shared/format.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { payloadText } from '#shared/tradingview/generated-payload.ts'
import { filledAtReceipt, leftToFill } from '#shared/tradingview/unfilled.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import type { CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import { CHECK_DELAY_MS, isBroken, type PayloadProblem, payloadChecker } from './check-payload.ts'
import { LeftToFill } from './left-to-fill.tsx'
import { NextSteps } from './next-steps.tsx'
import classes from './payload-dialog.module.css'

const PayloadEditor = lazy(async () => {
  const { PayloadEditor: loaded } = await import('./payload-editor.tsx')
  return { default: loaded }
})
const ChartPreview = lazy(async () => {
  const { ChartPreview: loaded } = await import('../chart-preview/chart-preview.tsx')
  return { default: loaded }
})

/** Item that the JSON is generated for. */
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
    // Refetched at each opening: the template may have changed.
    staleTime: 0,
    gcTime: 0,
  })
  const connectionId = generated.data?.connectionId ?? ''
  const connections = useQuery(api.connections.list.queryOptions())
  const connection = connections.data?.find(one => one.id === connectionId)
  const isConnectionGone = generated.data !== undefined && connections.data && !connection
  const template = useQuery(
    api.templates.read.queryOptions({
      input: { id: connection?.templateId ?? '' },
      enabled: connection !== undefined,
      staleTime: 0,
    }),
  )

  const [edited, setEdited] = useState<string>()
  const original = generated.data && payloadText(generated.data)
  const text = edited ?? original
  const check = useMemo(() => payloadChecker(connectionId), [connectionId])
  // Announced when typing pauses: after every letter it would be too much.
  const [settled = text] = useDebouncedValue(text, CHECK_DELAY_MS)
  const problems = settled === undefined ? undefined : check(settled)
  const left = settled === undefined ? 0 : leftToFill(settled).length
  const ours = filledAtReceipt(original ?? '')
  const editor = useRef<CodeEditorHandle>(null)
  const [copied, setCopied] = useState<{ text: string; look: 'fine' | 'broken' }>()

  const leave = useGuardedClose({
    ...dialog,
    // Edits are not stored; copying counts as saving.
    changed: text !== original && text !== copied?.text,
  })

  return (
    <Dialog
      opened={dialog.opened}
      onClose={leave}
      title="Generador de Payload JSON para TradingView"
      width={1136}
      side={{
        mainTab: 'JSON',
        tab: 'Mensaje',
        width: 400,
        content: connection && template.data && settled !== undefined && (
          <div className={classes.side}>
            <Suspense>
              <ChartPreview template={template.data} connection={connection} json={settled} />
            </Suspense>
          </div>
        ),
      }}
      foot={
        <>
          {text !== undefined && (
            <CopyButton
              look="filled"
              value={text}
              label="Copiar JSON"
              texts={copyTexts.json}
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
            TradingView sustituye lo que va entre llaves; lo que está por rellenar, cámbialo tú.
            {ours.length > 0 &&
              ` ${formatList(ours)} ${plural(ours.length, 'se queda como está: lo rellena', 'se quedan como están: los rellena')} Pregonero.`}{' '}
            Lleva el identificador de la conexión: trátalo como una contraseña.
          </p>
          {text === undefined ? (
            editorSkeleton
          ) : (
            <Suspense fallback={editorSkeleton}>
              <PayloadEditor
                ref={editor}
                value={text}
                onChange={setEdited}
                check={check}
                broken={isBroken(problems ?? [])}
              />
            </Suspense>
          )}
          {left > 0 && (
            <LeftToFill
              count={left}
              onNext={() => editor.current?.selectNext(leftToFill(text ?? ''))}
            />
          )}
          <PayloadProblems problems={problems} isFilled={left === 0 && !isConnectionGone} />
          {isConnectionGone ? (
            <Notice tone="warn">{tvConfigTexts.leadsNowhere}</Notice>
          ) : (
            <NextSteps webhookUrl={connection?.webhookUrl} copied={copied?.look} />
          )}
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
  /** True if the text has no values left to fill in and its connection exists. */
  isFilled: boolean
}

/** Problems of the text, errors first, or that it is valid. */
function PayloadProblems({ problems, isFilled }: PayloadProblemsProps) {
  const rest = (problems?.length ?? 0) - SHOWN
  return (
    <ul className={classes.problems} aria-label="Comprobación del JSON" aria-live="polite">
      {problems?.length === 0 && isFilled && (
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
