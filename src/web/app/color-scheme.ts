import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

const KEY = 'theme'

/** Keeps the scheme where `public/early.js` reads it before the first paint. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listening = new AbortController()
  return {
    get: fallback => {
      const stored = readStored()
      return isMantineColorScheme(stored) && stored !== 'auto' ? stored : fallback
    },
    set: value => {
      try {
        localStorage.setItem(KEY, value)
      } catch {
        // Without storage the choice lasts until the page is left.
      }
    },
    subscribe: onUpdate => {
      listening = new AbortController()
      const options = { signal: listening.signal }
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === KEY && (newValue === 'light' || newValue === 'dark')) onUpdate(newValue)
      }
      window.addEventListener('storage', onStorage, options)
    },
    unsubscribe: () => listening.abort(),
    clear: () => localStorage.removeItem(KEY),
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
