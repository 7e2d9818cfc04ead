import { Button, Skeleton, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { copyTexts } from '#shared/texts.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './payload-dialog.module.css'

/** The JSON of a connection, to change and copy. Opens as soon as it is mounted; a new `key` opens it anew. */
export function PayloadDialog({ connectionId: id }: { connectionId: string }) {
  const [opened, setOpened] = useState(false)
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(() => setOpened(true), [])
  const close = () => setOpened(false)

  // Asked anew at each opening: the template may be another one.
  const generated = useQuery(
    api.connections.payload.queryOptions({ input: { id }, staleTime: 0, gcTime: 0 }),
  )
  const [edited, setEdited] = useState<string>()
  const text = edited ?? (generated.data && JSON.stringify(generated.data, null, 2))

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Generador de Payload JSON para TradingView"
      width={640}
      foot={
        <>
          <Button onClick={close}>Cerrar</Button>
          {text !== undefined && (
            <CopyButton
              look="filled"
              value={text}
              label="Copiar JSON"
              copied={copyTexts.jsonCopied}
              failed={copyTexts.jsonFailed}
            />
          )}
        </>
      }
    >
      {generated.error && text === undefined ? (
        <Notice>{errorMessage(generated.error)}</Notice>
      ) : (
        <Skeleton visible={text === undefined}>
          <Textarea
            label="Mensaje de la alerta"
            description="Pégalo en el campo «Mensaje» de la alerta. TradingView sustituye lo que va entre llaves; lo demás, cámbialo tú. Lleva el identificador de la conexión: trátalo como una contraseña."
            classNames={{ input: classes.json }}
            inputWrapperOrder={['label', 'description', 'input']}
            spellCheck={false}
            autoComplete="off"
            value={text ?? ''}
            onChange={event => setEdited(event.currentTarget.value)}
          />
        </Skeleton>
      )}
    </Dialog>
  )
}
