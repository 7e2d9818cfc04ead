import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './fold.module.css'

interface FoldProps {
  label: string
  startsOpen?: boolean
  /** True if a field inside has to be visible. */
  mustShow: boolean
  onOpen?: () => void
  /** Class of the folded content. */
  className?: string | undefined
  children: ReactNode
}

/** Fields that most users leave unchanged. */
export function Fold({
  label,
  startsOpen = false,
  mustShow,
  onOpen,
  className,
  children,
}: FoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(startsOpen)
  if (mustShow && !isOpen) setOpen(true)
  const content = useRef<HTMLDivElement>(null)
  const toggle = () => {
    flushSync(() => setOpen(!isOpen))
    if (isOpen) return
    content.current?.scrollIntoView({ block: 'nearest' })
    onOpen?.()
  }
  return (
    <div>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <IconChevronRight />
        {label}
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={`${classes.content} ${className ?? ''}`} ref={content}>
          {children}
        </div>
      )}
    </div>
  )
}
