import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import { importTexts } from '#shared/texts/import.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { SectionCard } from '#web/ui/section-card.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { settingsTexts } from '../words.ts'
import classes from './data-card.module.css'
import { ImportSection } from './import-section.tsx'

/** Exports the whole set-up as a file, and imports it again. */
export function DataCard() {
  const { start, isBusy } = useExport()
  return (
    <SectionCard flush title="Importar/Exportar Datos">
      <section className={classes.section} aria-label="Exportar">
        <Text c="dimmed">
          Conexiones, plantillas, configuraciones TV y panel, sin el historial. El archivo contiene
          los <strong className={classes.secret}>tokens de tus bots</strong>: guárdalo como una
          contraseña.
        </Text>
        <Button
          className={classes.action}
          leftSection={<IconDownload />}
          loading={isBusy}
          onClick={start}
        >
          Exportar Todas las Configuraciones (.json)
        </Button>
      </section>
      <ImportSection />
    </SectionCard>
  )
}

/** Saves the whole set-up as a file. */
function useExport(): { start: () => void; isBusy: boolean } {
  const { start, isPending } = useAction({
    call: (_, signal) => client.data.exportAll(undefined, { signal }),
    onSuccess: exported => {
      const file = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' })
      saveFile(file, exportFileName(new Date()))
      showToast({ type: 'success', message: settingsTexts.exported })
      if (file.size > MAX_IMPORT_BYTES)
        showToast({ type: 'warning', message: importTexts.tooLargeToReturn })
    },
    onError: showError,
  })
  return { start: () => void start(), isBusy: isPending }
}

/** File name with the date in the reader's time zone: «pregonero-2026-11-19.json». */
export const exportFileName = (now: Date): string =>
  `pregonero-${now.toLocaleDateString('sv-SE')}.json`
