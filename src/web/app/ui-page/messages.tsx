import { Button, Group, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { type Severity, severityLooks } from '#web/ui/severity.tsx'
import { showToast } from '#web/ui/show-toast.tsx'

const types = Object.keys(severityLooks) as Severity[]

/** Messages to the user: toasts, notices and empty states. */
export const Messages = () => (
  <>
    <SectionCard title="Avisos">
      <Stack>
        <Group>
          {types.map(type => (
            <Button
              key={type}
              leftSection={severityLooks[type].icon}
              onClick={() => showToast({ type, message: 'Esto es un aviso.' })}
            >
              {type}
            </Button>
          ))}
        </Group>
        <Notice>Pregonero no responde. Comprueba la conexión y vuelve a intentarlo.</Notice>
        <Notice tone="warn">
          <strong>3 aún por enviar:</strong> ya no se enviarán.
        </Notice>
      </Stack>
    </SectionCard>
    <EmptyState
      icon={IconHistory}
      title="Aún no hay alertas"
      action={<Button>Crear Primera Conexión</Button>}
    >
      En cuanto llegue la primera, la verás aquí.
    </EmptyState>
    <SectionCard title="Código QR">
      <QrCode value="https://t.me/BotFather" label="Código QR: t.me/BotFather" />
    </SectionCard>
    <SectionCard flush title="Dentro de una tarjeta">
      <EmptyState bare icon={IconHistory} title="Aún no hay alertas" />
      <LoaderScreen within text="Cargando tus datos..." />
    </SectionCard>
  </>
)
