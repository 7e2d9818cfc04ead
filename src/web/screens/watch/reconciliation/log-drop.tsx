import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './log-drop.module.css'

interface LogDropProps {
  onFile: (file: File) => void
  /** Error of the last file. */
  children: ReactNode
}

/** Drop zone and button for the log, with the steps to export it. */
export function LogDrop({ onFile, children }: LogDropProps) {
  return (
    <div className={classes.start}>
      <section className={classes.drop} aria-label="Registro de TradingView">
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
