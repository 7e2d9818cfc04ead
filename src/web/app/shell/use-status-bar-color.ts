import { useEffect } from 'react'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'

/** Gives the phone's status bar the colour of our bar when Pregonero runs from the home screen. */
export function useStatusBarColor(): void {
  const [isDark] = useDarkMode()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens follow the scheme
  useEffect(() => {
    // The next frame computes the styles anyway.
    const frame = requestAnimationFrame(() => {
      const color = getComputedStyle(document.documentElement).getPropertyValue('--surface')
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDark])
}
