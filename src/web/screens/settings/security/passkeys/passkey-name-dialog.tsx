import { type Passkey, passkeyNameSchema } from '#shared/model/passkey.ts'
import { client } from '#web/data/client.ts'
import { NameDialog } from '#web/parts/editing/name-dialog.tsx'

export const PasskeyNameDialog = ({ passkey: { id, name } }: { passkey: Passkey }) => (
  <NameDialog
    title="Cambiar Nombre"
    label="Nombre de la llave de acceso"
    description="Para reconocerla: dónde está, o de quién es."
    action="Guardar"
    name={name}
    check={typed => passkeyNameSchema.safeParse(typed).error?.issues[0]?.message ?? null}
    rename={(typed, signal) => client.passkeys.rename({ id, name: typed }, { signal })}
  />
)
