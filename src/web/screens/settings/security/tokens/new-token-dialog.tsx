import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import text from '#web/ui/text.module.css'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import classes from './new-token-dialog.module.css'
import { curlCommand } from './words.ts'

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function NewTokenDialog({ token }: { token: string }) {
  const { opened, close } = useOpened()
  const [isCopied, setCopied] = useState(false)
  const leave = useGuardedClose({
    opened,
    changed: !isCopied,
    close,
    question: {
      title: '¿Cerrar sin copiar el token?',
      text: 'No se vuelve a mostrar. Si no lo has guardado, tendrás que crear otro.',
      action: 'Cerrar',
    },
  })
  const command = curlCommand(token, location.origin)

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title="Token Creado"
      width={560}
      foot={
        <Button variant="filled" onClick={leave}>
          Hecho
        </Button>
      }
    >
      <Stack gap={16} onCopy={() => setCopied(true)}>
        <Notice tone="warn">Cópialo ahora: no se vuelve a mostrar.</Notice>
        <section className={classes.part} aria-label="El token">
          <code className={`${classes.code} ${text.code}`}>{token}</code>
          <CopyButton
            look="default"
            value={token}
            label="Copiar token"
            texts={copyTexts.token}
            onCopied={() => setCopied(true)}
          />
        </section>
        <section className={classes.part} aria-labelledby="token-trial">
          <h3 id="token-trial">Pruébalo en una terminal</h3>
          <code className={`${classes.code} ${text.code}`}>{command}</code>
          <CopyButton
            look="subtle"
            value={command}
            label="Copiar orden"
            texts={copyTexts.command}
            onCopied={() => setCopied(true)}
          />
        </section>
      </Stack>
    </Dialog>
  )
}
