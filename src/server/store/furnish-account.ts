import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import type { OwnerTransacting } from './owner.ts'
import { insertProfile } from './profiles.ts'
import { insertTemplates } from './templates.ts'

/** What an account begins with: its profile and the ten default templates. */
export async function furnishAccount(own: OwnerTransacting, now: number): Promise<void> {
  await insertProfile(own)
  await insertTemplates(own, defaultTemplates, now)
}
