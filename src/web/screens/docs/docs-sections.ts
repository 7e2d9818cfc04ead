import type { DocsSection } from './docs-topic.ts'
import { connectionsSection } from './sections/connections.tsx'
import { deliverySection } from './sections/delivery.tsx'
import { introductionSection } from './sections/introduction.tsx'
import { navigationSection } from './sections/navigation.tsx'
import { questionsSection } from './sections/questions.tsx'
import { securitySection } from './sections/security.tsx'
import { templatesSection } from './sections/templates.tsx'
import { tradingviewSection } from './sections/tradingview.tsx'
import { trialSection } from './sections/trial.tsx'
import { watchSection } from './sections/watch.tsx'

/** The documentation, in the order in which a beginner needs it. */
export const docsSections: readonly DocsSection[] = [
  introductionSection,
  navigationSection,
  connectionsSection,
  tradingviewSection,
  trialSection,
  templatesSection,
  deliverySection,
  watchSection,
  securitySection,
  questionsSection,
]
