import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './views.module.css'

/** Links to the views of a page, each at its own address. */
export const Views = ({ children }: { children: ReactNode }) => (
  <nav className={classes.views} aria-label="Vistas">
    {children}
  </nav>
)

export const ViewLink = createLink((props: Omit<ComponentProps<'a'>, 'className'>) => (
  <a {...props} className={classes.view} />
))
