import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { newPasswordFault } from '#shared/model/new-password.ts'
import { passwordTexts } from '#shared/sign-in-texts.ts'
import { FieldHint, type Hint } from './field-hint.tsx'

type NewPasswordFieldProps = PasswordInputProps & {
  value: string
  /** Of the account. */
  email: string
  /** What is said beside the rule. */
  note?: string
}

/** Where a password is chosen: it says what is asked of one, and while it is typed whether it will do. */
export function NewPasswordField({ email, note = '', ...input }: NewPasswordFieldProps) {
  const isCommon = useCommonPasswords(input.value !== '')
  // What is wrong stands below it once it was sent.
  const hint = input.error ? undefined : hintOf(input.value, email, isCommon)
  return (
    <PasswordInput
      autoComplete="new-password"
      description={<FieldHint hint={hint}>{`${passwordTexts.rule} ${note}`.trim()}</FieldHint>}
      {...input}
    />
  )
}

/** Nothing is said of one that is still being written. */
function hintOf(password: string, email: string, isCommon?: IsCommon): Hint | undefined {
  const fault = newPasswordFault(password, email)
  if (fault === passwordTexts.tooShort) return undefined
  if (fault) return { tone: 'warn', text: fault }
  if (!isCommon) return undefined
  if (isCommon(password)) return { tone: 'warn', text: passwordTexts.leaked }
  return { tone: 'ok', text: passwordTexts.fine }
}

type IsCommon = (password: string) => boolean

/** Fetches the commonest ones when they are wanted. The server knows more of them, and has the last word. */
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
