import { Button, Group, Portal, Stack } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import text from '#web/ui/text.module.css'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import classes from './second-factor.module.css'

/** Shows the recovery codes, only this once. Opens as soon as it is mounted; a new `key` opens it again. */
export function RecoveryCodesDialog({ codes }: { codes: readonly string[] }) {
  const { opened, close } = useOpened()
  const [isKept, setKept] = useState(false)
  const keep = () => setKept(true)
  const leave = useGuardedClose({
    opened,
    changed: !isKept,
    close,
    question: {
      title: '¿Cerrar sin guardar los códigos?',
      text: 'No se vuelven a mostrar. Si no los has guardado, tendrás que crear otros.',
      action: 'Cerrar',
    },
  })
  const lines = codes.join('\n')
  const title = `Códigos de recuperación de Pregonero (${location.host})`
  const download = () => {
    keep()
    saveFile(
      new Blob([`${title}\n\n${lines}\n`], { type: 'text/plain' }),
      'pregonero-codigos-de-recuperacion.txt',
    )
  }
  const printOut = () => {
    keep()
    print()
  }
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title="Códigos de Recuperación"
      width={560}
      foot={
        <Button variant="filled" onClick={close}>
          Ya los he guardado
        </Button>
      }
    >
      <Stack gap="md" onCopy={keep}>
        <Notice tone="warn">
          <strong>No se vuelven a mostrar.</strong> Guárdalos donde no los pierdas con el móvil:
          cada uno sirve una vez para iniciar sesión en lugar del código de la aplicación.
        </Notice>
        <ol className={`${classes.codes} ${text.code}`} aria-label="Códigos de recuperación">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group gap="xs" className={classes.ways}>
          <CopyButton
            value={lines}
            label="Copiar"
            texts={copyTexts.recoveryCodes}
            look="default"
            onCopied={keep}
          />
          <Button leftSection={<IconDownload />} onClick={download}>
            Descargar
          </Button>
          <Button leftSection={<IconPrinter />} onClick={printOut}>
            Imprimir
          </Button>
        </Group>
      </Stack>
      {opened && (
        <Portal reuseTargetNode={false}>
          <section className={classes.sheet} aria-hidden>
            <h1>{title}</h1>
            <ol className={text.code}>
              {codes.map(code => (
                <li key={code}>{code}</li>
              ))}
            </ol>
          </section>
        </Portal>
      )}
    </Dialog>
  )
}
