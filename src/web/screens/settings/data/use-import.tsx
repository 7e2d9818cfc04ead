import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { EXPORT_FORMAT_VERSION } from '#shared/limits.ts'
import type { SetUp } from '#shared/model/export-file.ts'
import { ExportFileError, parseExportFile } from '#shared/read-export-file.ts'
import { importTexts } from '#shared/texts/import.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import type { Severity } from '#web/ui/severity.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { settingsTexts } from '../words.ts'
import {
  checkChosenFile,
  failingAlerts,
  readdressedConnections,
  webhookIdsOf,
} from './check-import.ts'
import { ImportQuestion } from './import-question.tsx'

interface Import {
  file: File | null
  choose: (file: File | null) => void
  /** Reads the chosen file, and asks before it replaces everything. */
  start: () => void
  isReading: boolean
  /** Names of the connections that got a new id in the last import. */
  renamed: readonly string[]
}

/**
 * @property failing how many alerts still to be sent would fail
 * @property readdressed names of connections whose webhook would have another address
 * @property dropped names of connections with an address that the file lacks
 */
type Found = { setUp: SetUp; failing: number; readdressed: string[]; dropped: string[] }

export function useImport(): Import {
  const [file, setFile] = useState<File | null>(null)
  const forget = () => setFile(null)

  const replace = useAction({
    call: (setUp: SetUp, signal) =>
      client.data.importAll({ exportFormatVersion: EXPORT_FORMAT_VERSION, ...setUp }, { signal }),
    onSuccess: () => tell('success', settingsTexts.imported),
    onError: error => tell('error', errorMessage(error)),
  })
  const read = useMutation({
    mutationFn: async (chosen: File): Promise<Found> => {
      const setUp = parseExportFile(await textOf(chosen))
      const [connections, { replaced, dropped }] = await Promise.all([
        client.connections.list(),
        client.data.previewImport({ webhookIds: setUp.connections.flatMap(webhookIdsOf) }),
      ])
      return {
        setUp,
        failing: failingAlerts(connections, setUp),
        readdressed: readdressedConnections(setUp, replaced),
        dropped,
      }
    },
  })
  const ask = (found: Found, { name }: File) =>
    openConfirm({
      title: 'Confirmar Importación',
      text: <ImportQuestion fileName={name} {...found} />,
      action: 'Sí, Reemplazar Todo',
      onConfirm: () => replace.start(found.setUp),
      giveUp: replace.giveUp,
      onClose: forget,
    })
  const refuse = (error: Error) => {
    tell('error', refusal(error))
    forget()
  }

  return {
    file,
    choose: chosen => {
      replace.reset()
      // Discards the file that is still being read.
      read.reset()
      const problem = chosen && checkChosenFile(chosen)
      if (problem) tell('error', problem)
      setFile(problem ? null : chosen)
    },
    start: () => {
      if (!file) tell('warning', importTexts.noFile)
      else if (!read.isPending) read.mutate(file, { onSuccess: ask, onError: refuse })
    },
    isReading: read.isPending,
    renamed: replace.data?.renamed ?? [],
  }
}

/** Each message replaces the one before. */
const tell = (type: Severity, message: string) => showToast({ type, message })

class UnreadableFile extends Error {}

async function textOf(file: File): Promise<string> {
  try {
    return await file.text()
  } catch (cause) {
    throw new UnreadableFile('The file can not be read.', { cause })
  }
}

function refusal(error: unknown): string {
  if (error instanceof ExportFileError) return importTexts.failed(error.message)
  return error instanceof UnreadableFile ? importTexts.unreadable : errorMessage(error)
}
