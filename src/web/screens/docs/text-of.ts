import { Children, isValidElement, type ReactNode } from 'react'

/** The words of what is shown, elements set apart by a space. */
export function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map(child => {
      if (isValidElement<{ children?: ReactNode }>(child)) return textOf(child.props.children)
      return String(child)
    })
    .join(' ')
}
