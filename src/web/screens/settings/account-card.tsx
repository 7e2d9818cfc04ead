import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MIN_PASSWORD_LENGTH, SAVED_MESSAGE_MS } from '#shared/limits.ts'
import { passwordSchema } from '#shared/model/account.ts'
import type { Profile } from '#shared/model/profile.ts'
import { passwordTexts, settingsTexts } from '#shared/texts.ts'
import { changePassword, type PasswordChange, WrongPassword } from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'
import classes from './account-card.module.css'

const blank: PasswordChange = { currentPassword: '', newPassword: '' }

export function AccountCard({ profile: { email, name } }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: blank, validate: checkPasswordChange })
  useUnsaved(form.isDirty())
  const focus = (field: keyof PasswordChange) => form.getInputNode(field)?.focus()
  const focusFirst = (errors: typeof form.errors) =>
    focus(errors.currentPassword ? 'currentPassword' : 'newPassword')

  const save = useAction({
    call: async (change: PasswordChange) => {
      if (change.newPassword) await changePassword(queryClient, change)
    },
    onSuccess: () => form.reset(),
    onError: error => {
      if (!(error instanceof WrongPassword)) return
      form.setFieldError('currentPassword', error.message)
      focus('currentPassword')
    },
  })
  const { isSuccess, reset } = save
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(reset, SAVED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  return (
    <SectionCard title="Cuenta">
      <form noValidate onSubmit={form.onSubmit(save.start, focusFirst)}>
        <div className={classes.fields}>
          <TextInput
            label="Correo electrónico"
            type="email"
            autoComplete="username"
            value={email}
            disabled
          />
          <TextInput label="Nombre" value={name} disabled />
          <PasswordInput
            label="Contraseña actual"
            description="Solo hace falta para cambiarla."
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="Nueva contraseña (opcional)"
            description={`Al menos ${MIN_PASSWORD_LENGTH} caracteres. Cierra las demás sesiones.`}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
        </div>
        <div className={classes.foot}>
          <SavedMark>{isSuccess && settingsTexts.accountUpdated}</SavedMark>
          <Button type="submit" loading={save.isPending}>
            Actualizar Cuenta
          </Button>
        </div>
        {save.error && !(save.error instanceof WrongPassword) && (
          <Notice className={classes.notice}>{errorMessage(save.error)}</Notice>
        )}
      </form>
    </SectionCard>
  )
}

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

/** Where a form says that it was saved. It always stands, so that it is heard when it does. */
const SavedMark = ({ children }: { children: string | false }) => (
  <div className={classes.mark} role="status">
    {children && (
      <>
        <IconCircleCheck />
        {children}
      </>
    )}
  </div>
)
