import { passwordSchema } from '#shared/model/account.ts'
import { passwordTexts } from '#shared/texts.ts'
import type { PasswordChange } from '#web/data/auth.ts'

/** What is wrong with the two fields. Both empty is fine: nothing is to be changed. */
export function checkPasswordChange({
  currentPassword,
  newPassword,
}: PasswordChange): Partial<PasswordChange> {
  if (!newPassword) return currentPassword ? { newPassword: passwordTexts.newRequired } : {}
  const issue = passwordSchema.safeParse(newPassword).error?.issues[0]
  return {
    ...(!currentPassword && { currentPassword: passwordTexts.currentRequired }),
    ...(issue && { newPassword: issue.message }),
  }
}
