import { Button, FileInput, Loader } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { renamedWords } from '../words.ts'
import classes from './data-card.module.css'
import { useImport } from './use-import.tsx'

/** Form for a chosen or dropped file that replaces the whole set-up. */
export function ImportSection() {
  const { file, choose, start, isReading, renamed } = useImport()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) choose(dropped)
  }

  return (
    <section
      className={classes.section}
      aria-label="Importar"
      data-over={isOver}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isWithin) setOver(false)
      }}
      onDrop={drop}
    >
      <form
        className={classes.import}
        onSubmit={event => {
          event.preventDefault()
          start()
        }}
      >
        <FileInput
          label="Archivo de configuraciones"
          description="Reemplaza todo lo que hay. Como máximo 5 MB."
          placeholder="Elige un archivo .json, o suéltalo aquí"
          leftSection={<IconFileImport />}
          accept=".json,application/json"
          clearable
          clearButtonProps={{ 'aria-label': 'Quitar el archivo' }}
          // Lets the same file, corrected, be chosen again.
          fileInputProps={{
            onClick: event => {
              event.currentTarget.value = ''
            },
          }}
          value={file}
          onChange={choose}
        />
        <Button
          type="submit"
          className={classes.action}
          data-disabled={!file}
          aria-disabled={!file}
          aria-busy={isReading}
          rightSection={isReading && <Loader size={16} />}
        >
          Importar Configuraciones
        </Button>
      </form>
      {renamed.length > 0 && <Notice tone="warn">{renamedWords(renamed)}</Notice>}
    </section>
  )
}
