import type { ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  /** `Fact`s. */
  children: ReactNode
  /** For short labels, which leave room beside them on a phone too. */
  narrow?: boolean
}

/** Facts about an item, one per line. */
export const Facts = ({ children, narrow }: FactsProps) => (
  <dl className={classes.facts} data-narrow={narrow}>
    {children}
  </dl>
)

interface FactProps {
  label: string
  children: ReactNode
}

export const Fact = ({ label, children }: FactProps) => (
  <>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.value}>{children}</dd>
  </>
)
