import { TwoColumns } from '../two-columns.tsx'
import { ActivityCard } from './activity/activity-card.tsx'
import { PasskeysCard } from './passkeys/passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { SessionsCard } from './sessions/sessions-card.tsx'
import { TokensCard } from './tokens/tokens-card.tsx'

/** Ways into the account, its open sessions, and its recent events. */
export const SecurityScreen = () => (
  <TwoColumns
    first={
      <>
        <PasswordCard />
        <SecondFactorCard />
        <PasskeysCard />
        <TokensCard />
      </>
    }
    second={
      <>
        <SessionsCard />
        <ActivityCard />
      </>
    }
  />
)
