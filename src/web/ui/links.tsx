import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AnchorButtonProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

/** A link that looks like a button. */
export const LinkButton = createLink((props: AnchorButtonProps) => (
  <Button component="a" {...props} />
))

type TextAnchorProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>

/** A link within the product that looks like a link. */
export const TextLink = createLink((props: TextAnchorProps) => <Anchor {...props} />)
