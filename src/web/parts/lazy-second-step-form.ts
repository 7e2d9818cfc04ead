import { lazy } from 'react'

/** Comes when a second factor is asked for; its place has a fallback. */
export const LazySecondStepForm = lazy(async () => ({
  default: (await import('./second-step-form.tsx')).SecondStepForm,
}))
