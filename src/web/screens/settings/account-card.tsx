import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { SAVED_MESSAGE_MS } from '#shared/limits.ts'
import { newPasswordFault } from '#shared/model/new-password.ts'
import type { Profile } from '#shared/model/profile.ts'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import {
  changePassword,
  NewPasswordRefused,
  type PasswordChange,
  WrongPassword,
} from '#web/data/auth.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { useUnsaved } from '#web/ui/unsaved.ts'
import classes from './account-card.module.css'
import { settingsTexts } from './words.ts'

const blank: PasswordChange = { currentPassword: '', newPassword: '' }

export function AccountCard({ profile: { email, name } }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: blank,
    validate: change => checkPasswordChange(change, email),
  })
  useUnsaved(form.isDirty())
  const focus = (field: keyof PasswordChange) => form.getInputNode(field)?.focus()
  const isAskedFor = useLocation({ select: ({ hash }) => hash === 'contrasena' })
  const begin = useEffectEvent(() => focus('currentPassword'))
  useEffect(() => {
    if (isAskedFor) begin()
  }, [isAskedFor])
  const save = useAction({
    call: async (change: PasswordChange) => {
      if (change.newPassword) await changePassword(queryClient, change)
      return change.newPassword !== ''
    },
    onSuccess: () => form.reset(),
    onError: error => {
      const field = fieldOf(error)
      if (!field) return
      form.setFieldError(field, error.message)
      focus(field)
    },
  })
  const { isSuccess, reset, data: hasChanged } = save
  const refuse = (errors: typeof form.errors) => {
    reset()
    focus(errors.currentPassword ? 'currentPassword' : 'newPassword')
  }
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(reset, SAVED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  return (
    <SectionCard title="Cuenta">
      <form noValidate onSubmit={form.onSubmit(save.start, refuse)}>
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
          <NewPasswordField
            label="Nueva contraseña (opcional)"
            note="Cierra las demás sesiones."
            email={email}
            {...form.getInputProps('newPassword')}
            value={form.values.newPassword}
          />
        </div>
        <div className={classes.foot}>
          <SavedMark hasChanged={hasChanged} />
          <Button type="submit" loading={save.isPending}>
            Actualizar Cuenta
          </Button>
        </div>
        {save.error && !fieldOf(save.error) && (
          <Notice className={classes.notice}>{errorMessage(save.error)}</Notice>
        )}
      </form>
    </SectionCard>
  )
}

/** Errors of the two password fields. Both fields may be empty: the password is then kept. */
export function checkPasswordChange(
  { currentPassword, newPassword }: PasswordChange,
  email: string,
): Partial<PasswordChange> {
  if (!newPassword) return currentPassword ? { newPassword: passwordTexts.newRequired } : {}
  const fault = newPasswordFault(newPassword, email)
  return {
    ...(!currentPassword && { currentPassword: passwordTexts.currentRequired }),
    ...(fault && { newPassword: fault }),
  }
}

/** Password field whose value the server refused; undefined for other errors. */
function fieldOf(error: Error): keyof PasswordChange | undefined {
  if (error instanceof WrongPassword) return 'currentPassword'
  return error instanceof NewPasswordRefused ? 'newPassword' : undefined
}

/**
 * Result of the last save; always mounted, so that screen readers announce it.
 * @param hasChanged false: saved without a new password; undefined: no save in the last few seconds
 */
const SavedMark = ({ hasChanged }: { hasChanged: boolean | undefined }) => (
  <div className={classes.mark} data-changed={hasChanged} role="status">
    {hasChanged && <IconCircleCheck />}
    {hasChanged && settingsTexts.accountUpdated}
    {hasChanged === false && settingsTexts.accountUnchanged}
  </div>
)
