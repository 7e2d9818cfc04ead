import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import { importTexts, settingsTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { exportFileName } from './export-file-name.ts'

/** Saves everything that is set up as a file. */
export function useExport(): { start: () => void; isBusy: boolean } {
  const { start, isPending } = useAct({
    call: (_, signal) => client.data.exportAll(undefined, { signal }),
    onSuccess: exported => {
      const file = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' })
      saveFile(file, exportFileName(new Date()))
      showToast({ type: 'success', message: settingsTexts.exported })
      if (file.size > MAX_IMPORT_BYTES)
        showToast({ type: 'warning', message: importTexts.tooLargeToReturn })
    },
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
  })
  return { start: () => void start(), isBusy: isPending }
}
