import { deletePasskey, listPasskeys, renamePasskey } from '#server/store/rows/passkeys.ts'
import { anyone, signedIn } from './callers.ts'
import { instant } from './instants.ts'

export const passkeyOperations = ({ publicUrl }: { publicUrl: string }) => ({
  site: anyone.passkeys.site.handler(() => ({ origin: publicUrl })),

  list: signedIn.passkeys.list.handler(async ({ context: { owner } }) => {
    const rows = await listPasskeys(owner)
    return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name: name ?? '',
      createdAt: instant(createdAt),
      lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
    }))
  }),

  rename: signedIn.passkeys.rename.handler(async ({ context: { owner }, input, errors }) => {
    if (!(await renamePasskey(owner, input.id, input.name))) throw errors.NOT_FOUND()
  }),

  remove: signedIn.passkeys.remove.handler(
    async ({ context: { owner, renewSession, concerns }, input, errors }) => {
      const deleted = await deletePasskey(owner, input.id)
      if (!deleted) throw errors.NOT_FOUND()
      concerns(deleted.name ?? '')
      await renewSession()
    },
  ),
})
