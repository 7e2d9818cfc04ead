import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import classes from './log-drop.module.css'

interface LogDropProps {
  onFile: (file: File) => void
  /** What was wrong with the last one. */
  children: ReactNode
}

/** Where the log is dropped or chosen, and where one gets it from. */
export function LogDrop({ onFile, children }: LogDropProps) {
  const isOver = useDrop(onFile)
  return (
    <div className={classes.start}>
      <section className={classes.drop} data-over={isOver} aria-label="Registro de TradingView">
        <IconFileUpload className={classes.icon} />
        <h2 className={classes.title}>El registro de alertas de TradingView</h2>
        <p className={classes.why}>
          Pregonero lo pone al lado de lo que recibió y te dice qué llegó, qué no y por qué.
        </p>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={file => file && onFile(file)}>
          {button => (
            <Button {...button} variant="filled">
              Elegir archivo CSV
            </Button>
          )}
        </FileButton>
        <p className={classes.byPointer}>o suéltalo en cualquier parte de la página</p>
        <p className={classes.promise}>
          Solo lo ve esta instalación · como&nbsp;máximo&nbsp;32&nbsp;MB · no&nbsp;se&nbsp;guarda
        </p>
        {children}
      </section>
      <HowToExport />
    </div>
  )
}

/** A file may be dropped anywhere on the page: beside the place for it, the browser would leave for it. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file) take(file)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

const HowToExport = () => (
  <section className={classes.how} aria-label="Cómo exportarlo">
    <h2 className={classes.title}>Cómo exportarlo de TradingView</h2>
    <ol className={classes.steps}>
      <li>
        <span>
          En un gráfico, abre el panel de <b>Alertas</b> y su pestaña <b>Registro</b>.
        </span>
      </li>
      <li>
        <span>
          En el menú de los tres puntos, elige <b>Exportar registro a CSV</b>.
        </span>
      </li>
      <li>
        <span>Elige aquí el archivo que se descarga, sin abrirlo ni cambiarlo.</span>
      </li>
    </ol>
    <p className={classes.note}>
      Vale en cualquier idioma de TradingView y con las columnas en cualquier orden. Cuanto antes lo
      compares, mejor: TradingView guarda su registro un tiempo, y Pregonero lo que digas en
      Configuración.
    </p>
  </section>
)
