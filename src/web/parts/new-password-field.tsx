import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { newPasswordFault } from '#shared/model/new-password.ts'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import { FieldHint, type Hint } from './field-hint.tsx'

type NewPasswordFieldProps = PasswordInputProps & {
  value: string
  /** E-mail of the account. */
  email: string
  /** Text after the rule. */
  note?: string
}

/** Field for a new password: shows the rule, and while typing whether the password will be accepted. */
export function NewPasswordField({ email, note = '', ...input }: NewPasswordFieldProps) {
  const isCommon = useCommonPasswords(input.value !== '')
  // Once submitted, the error is shown below instead.
  const hint = input.error ? undefined : hintOf(input.value, email, isCommon)
  return (
    <PasswordInput
      autoComplete="new-password"
      description={<FieldHint hint={hint}>{`${passwordTexts.rule} ${note}`.trim()}</FieldHint>}
      {...input}
    />
  )
}

/** Undefined while the password is too short, or the list of common passwords is loading. */
function hintOf(password: string, email: string, isCommon?: IsCommon): Hint | undefined {
  const fault = newPasswordFault(password, email)
  if (fault === passwordTexts.tooShort) return undefined
  if (fault) return { tone: 'warn', text: fault }
  if (!isCommon) return undefined
  if (isCommon(password)) return { tone: 'warn', text: passwordTexts.leaked }
  return { tone: 'ok', text: passwordTexts.fine }
}

type IsCommon = (password: string) => boolean

/** Loads the list of common passwords on demand. The server knows more of them, and decides. */
function useCommonPasswords(isWanted: boolean): IsCommon | undefined {
  const [list, setList] = useState<{ test: IsCommon }>()
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    import('fxa-common-password-list').then(
      ({ default: fetched }) => isOver || setList(fetched),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [isWanted])
  return list && (password => list.test(password.normalize('NFKC').toLowerCase()))
}
