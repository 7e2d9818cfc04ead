import { lazy } from 'react'

/** Loaded when a second factor is required; needs a `Suspense` around it. */
export const LazySecondStepForm = lazy(async () => ({
  default: (await import('./second-step-form.tsx')).SecondStepForm,
}))
