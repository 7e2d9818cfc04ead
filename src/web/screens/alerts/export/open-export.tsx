import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { ExportFormat } from '#shared/list-choices.ts'
import { openSmall, ProgressLine } from '#web/parts/bulk/progress-dialog.tsx'
import { showError } from '#web/parts/show-error.ts'
import { ConfirmFrame } from '#web/ui/open-confirm.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import type { Found } from '../use-alerts-page.ts'
import { historyTexts } from '../words.ts'
import { fetchExport } from './fetch-export.ts'
/** Downloads all matches as a file and shows the progress; closing the dialog aborts it. */
export const openExport = (format: ExportFormat, found: Found): void =>
  openSmall(close => <Export format={format} found={found} onClose={close} />)

interface ExportProps {
  format: ExportFormat
  found: Found
  onClose: () => void
}

function Export({ format, found, onClose }: ExportProps) {
  const [rows, setRows] = useState(0)
  const { mutate } = useMutation({
    mutationFn: (signal: AbortSignal) => fetchExport({ format, found, onRows: setRows, signal }),
    onSuccess: ({ file, name }, signal) => {
      if (signal.aborted) return
      saveFile(file, name)
      showToast({ type: 'success', message: historyTexts.exported(name) })
      onClose()
    },
    onError: (error, signal) => {
      if (signal.aborted) return
      showError(error)
      onClose()
    },
  })
  const begin = useEffectEvent(mutate)
  useEffect(() => {
    const stop = new AbortController()
    begin(stop.signal)
    return () => stop.abort()
  }, [])

  return (
    <ConfirmFrame
      title="Exportar el historial"
      text={
        found.more ? (
          <div role="status">Exportando… {formatNumber(rows)} alertas hasta ahora.</div>
        ) : (
          <ProgressLine doing="Exportando" done={Math.min(rows, found.total)} of={found} />
        )
      }
    >
      <Button data-autofocus onClick={onClose}>
        Cancelar
      </Button>
    </ConfirmFrame>
  )
}
