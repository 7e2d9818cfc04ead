import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { docsSections } from './docs-sections.ts'
import { pathTo, slugsOf } from './find-topics.ts'

const [introduction = ''] = slugsOf(docsSections)

/** Open topics. Opening a topic puts its slug into the address's hash; a new hash opens its topic. */
export function useOpenTopics({
  words,
  shown,
  clearSearch,
}: {
  /** Search words; during a search all topics found are open until closed. */
  words: readonly string[]
  /** Slugs of the topics found. */
  shown: readonly string[]
  clearSearch: () => void
}) {
  const hash = useLocation({ select: location => location.hash })
  const navigate = useNavigate({ from: '/docs' })
  const [opened, setOpened] = useState<readonly string[]>([introduction])

  // Opens the topic of a new hash: of a link, a bookmark, the Back button, or of `toggle`, which has opened it.
  const [followed, setFollowed] = useState('')
  if (hash !== followed) {
    setFollowed(hash)
    const path = pathTo(docsSections, hash)
    // The first link opens its topic alone, unless the reader has opened or closed topics before.
    if (path.length > 0)
      setOpened(followed === '' && isUntouched(opened) ? path : union(opened, path))
  }
  const told = useRef('')
  const clear = useEffectEvent(clearSearch)
  useEffect(() => {
    if (hash !== told.current && isHidden(hash, shown)) {
      // The topic is shown once the search is cleared.
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

  /** Opens a topic and scrolls to it; the link itself changes the address. */
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
  // Keep the focus in the input of an open dialog.
  if (document.activeElement?.matches('[aria-modal="true"] input')) return
  topic?.querySelector<HTMLElement>('[data-accordion-control]')?.focus({ preventScroll: true })
}
