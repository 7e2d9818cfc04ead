import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import { jsonLanguage } from '#web/ui/code-editor/json-language.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'

const extensions = [jsonLanguage]

/** Dialogs and the code editor. */
export function Dialogs() {
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const [code, setCode] = useState('{ "symbol": "BTCUSDT", "price": 67432.5 }')
  const close = () => {
    setOpened(false)
    setName('')
  }
  const leave = useGuardedClose({ opened, changed: name !== '', close })
  return (
    <>
      <SectionCard title="Diálogos">
        <Group>
          <Button onClick={() => setOpened(true)}>Diálogo con dos columnas</Button>
          <Button
            onClick={() =>
              openConfirm({
                title: 'Eliminar Plantilla',
                text: 'Se eliminará «Señal Básica». No se puede deshacer.',
                action: 'Eliminar',
                onConfirm: async () => {},
              })
            }
          >
            Pregunta
          </Button>
        </Group>
      </SectionCard>
      <SectionCard title="Editor">
        <CodeEditor
          label="Mensaje"
          error={code === '' && 'Escribe algo.'}
          lineNumbers
          minLines={3}
          extensions={extensions}
          value={code}
          onChange={setCode}
        />
      </SectionCard>
      <Dialog
        opened={opened}
        onClose={leave}
        title="Nueva plantilla"
        width="xl"
        onSubmit={event => {
          event.preventDefault()
          close()
        }}
        side={{ content: 'Así se verá.', tab: 'Vista previa', mainTab: 'Editar', width: 385 }}
        footStart="Sin guardar"
        foot={
          <>
            <Button onClick={leave}>Cancelar</Button>
            <Button type="submit" variant="filled">
              Guardar
            </Button>
          </>
        }
      >
        <TextInput
          label="Nombre"
          data-autofocus
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      </Dialog>
    </>
  )
}
