import { useSessionStorage } from '@mantine/hooks'

const KEY = 'first-steps'

/** Whether the account with this e-mail is at its first steps in this tab, which outlive a reload. */
export function useFirstSteps(email: string) {
  const [begunBy, setBegunBy, end] = useSessionStorage<string | null>({
    key: KEY,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return { areBegun: begunBy === email, begin: () => setBegunBy(email), end }
}
