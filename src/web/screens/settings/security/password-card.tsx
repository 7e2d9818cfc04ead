import { Text } from '@mantine/core'
import { LinkButton } from '#web/ui/links.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** Link to the account's card, where the password is changed. */
export const PasswordCard = () => (
  <SectionCard
    title="Contraseña"
    aside={
      <LinkButton variant="subtle" size="xs" to="/settings" hash="contrasena">
        Cambiar contraseña
      </LinkButton>
    }
  >
    <Text c="dimmed">Se cambia con los datos de tu cuenta, y cierra las demás sesiones.</Text>
  </SectionCard>
)
