import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type CopyTexts, copyText } from './copy-text.ts'
import { tip } from './tips.tsx'

interface CopyButtonProps {
  value: string
  /** Action of the button, for example «Copiar URL»; label and tooltip of an icon. */
  label: string
  texts: CopyTexts
  onCopied?: () => void
  /** An icon, or a button of that variant. */
  look?: 'icon' | 'subtle' | 'default' | 'filled'
  size?: 'xs' | 'sm'
}

/** Copies a text, and shows whether that worked. */
export function CopyButton({
  value,
  label,
  texts,
  onCopied,
  look = 'icon',
  size = 'sm',
}: CopyButtonProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2_000)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    if (!(await copyText(value, texts))) return
    setDone(true)
    onCopied?.()
  }
  const icon = done ? <IconCheck /> : <IconCopy />

  if (look === 'icon') {
    return (
      <ActionIcon {...tip(label)} aria-label={label} onClick={copy}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Button variant={look} size={size} leftSection={icon} onClick={copy}>
      {label}
    </Button>
  )
}
