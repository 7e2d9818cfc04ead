import { Fragment } from 'react'

/** The names as code, separated by commas. */
export const codes = (names: readonly string[]) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </Fragment>
  ))
