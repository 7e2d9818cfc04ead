import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { docsSections } from './docs-sections.ts'
import { pathTo, slugsOf } from './find-topics.ts'

const [introduction = ''] = slugsOf(docsSections)

/** Which topics are open. The address names the one that was opened last, or leads to one. */
export function useOpenTopics({
  words,
  shown,
  clearSearch,
}: {
  /** What is looked for; while it is, everything that is found stands open. */
  words: readonly string[]
  /** The slugs of what the search leaves. */
  shown: readonly string[]
  clearSearch: () => void
}) {
  const hash = useLocation({ select: location => location.hash })
  const navigate = useNavigate({ from: '/docs' })
  const [opened, setOpened] = useState<readonly string[]>([introduction])

  // What the address says from elsewhere: a link, a bookmark, the Back button.
  const [followed, setFollowed] = useState('')
  if (hash !== followed) {
    setFollowed(hash)
    const path = pathTo(docsSections, hash)
    // A link to one topic finds no other one open before it.
    if (path.length > 0)
      setOpened(followed === '' && isUntouched(opened) ? path : union(opened, path))
  }
  const told = useRef('')
  const clear = useEffectEvent(clearSearch)
  useEffect(() => {
    if (hash !== told.current && isHidden(hash, shown)) {
      // It is shown as soon as the search is gone.
      clear()
      return
    }
    if (hash !== '' && hash !== told.current) show(hash)
    told.current = hash
  }, [hash, shown])

  const search = words.join(' ')
  const [folded, setFolded] = useState<{ search: string; slugs: readonly string[] }>({
    search,
    slugs: [],
  })
  if (search !== folded.search) setFolded({ search, slugs: [] })
  const open = search === '' ? opened : shown.filter(slug => !folded.slugs.includes(slug))

  const toggle = (slug: string) => {
    const isOpen = open.includes(slug)
    if (search !== '') setFolded({ search, slugs: toggled(folded.slugs, slug) })
    else setOpened(toggled(opened, slug))
    if (isOpen && hash !== slug) return
    told.current = isOpen ? '' : slug
    void navigate({
      hash: isOpen ? '' : slug,
      search: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }

  /** Opens it and goes there; the address is the link's own affair. */
  const leadTo = (slug: string) => {
    told.current = slug
    flushSync(() => {
      clearSearch()
      setOpened(union(opened, pathTo(docsSections, slug)))
    })
    show(slug)
  }

  return { open, toggle, leadTo }
}

const isHidden = (slug: string, shown: readonly string[]): boolean =>
  !shown.includes(slug) && pathTo(docsSections, slug).length > 0

const isUntouched = (opened: readonly string[]): boolean =>
  opened.length === 1 && opened[0] === introduction

const union = (some: readonly string[], others: readonly string[]): string[] => [
  ...new Set([...some, ...others]),
]

const toggled = (slugs: readonly string[], slug: string): string[] =>
  slugs.includes(slug) ? slugs.filter(one => one !== slug) : [...slugs, slug]

function show(slug: string): void {
  const topic = document.getElementById(slug)
  topic?.scrollIntoView()
  // Whoever writes in a dialog that was opened meanwhile goes on.
  if (document.activeElement?.matches('[aria-modal="true"] input')) return
  topic?.querySelector<HTMLElement>('[data-accordion-control]')?.focus({ preventScroll: true })
}
