import { type AccountTools, createAccountDiagnosis } from '#server/diagnose/account.ts'
import { signedIn } from './callers.ts'

export function diagnosisOperations(tools: AccountTools) {
  const diagnose = createAccountDiagnosis(tools)
  return {
    read: signedIn.diagnosis.read.handler(({ context: { reading } }) => diagnose(reading)),
  }
}
