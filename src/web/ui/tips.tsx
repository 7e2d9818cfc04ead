import { Tooltip } from '@mantine/core'
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'

const OPEN_AFTER_MS = 300

/** What a control within `Tips` shows while the mouse rests on it. */
export const tip = (text: string | null) => ({ 'data-tip': text ?? undefined })

/** One tooltip for everything within that has something to show: one each would slow down a long list. */
export function Tips({ children }: { children: ReactNode }) {
  const [hovered, setHovered] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!hovered) return
    const timer = setTimeout(() => setOpen(true), OPEN_AFTER_MS)
    const hide = ({ key }: KeyboardEvent) => key === 'Escape' && setHovered(null)
    window.addEventListener('keydown', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', hide)
      setOpen(false)
    }
  }, [hovered])
  const look = ({ target, pointerType }: PointerEvent) => {
    const isOver = pointerType === 'mouse' && target instanceof Element
    setHovered(isOver ? target.closest<HTMLElement>('[data-tip]') : null)
  }
  const leave = () => setHovered(null)
  return (
    <div onPointerOver={look} onPointerLeave={leave} onPointerDown={leave}>
      {children}
      {hovered?.isConnected && (
        <Tooltip target={hovered} opened={isOpen} label={hovered.dataset.tip} />
      )}
    </div>
  )
}
