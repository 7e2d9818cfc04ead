import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import { insertProfile } from '#server/store/rows/profiles.ts'
import { insertTemplates } from '#server/store/rows/templates.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'

/** What an account begins with: its profile and the ten default templates. */
export async function furnishAccount(own: OwnerTransacting, now: number): Promise<void> {
  await insertProfile(own)
  await insertTemplates(own, defaultTemplates, now)
}
