import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type TextAnchorProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>

/** A link within the product, in the look of a link. */
export const TextLink = createLink((props: TextAnchorProps) => <Anchor {...props} />)
