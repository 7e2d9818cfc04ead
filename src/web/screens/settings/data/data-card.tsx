import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './data-card.module.css'
import { ImportSection } from './import-section.tsx'
import { useExport } from './use-export.ts'

/** Everything that is set up, as a file, and back. */
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
