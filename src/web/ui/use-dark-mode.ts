import { useMantineColorScheme } from '@mantine/core'

/** The dark scheme of this browser: whether it is on, and the setter, which all of its tabs follow. */
export function useDarkMode(): [isDark: boolean, setDark: (isDark: boolean) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [colorScheme === 'dark', isDark => setColorScheme(isDark ? 'dark' : 'light')]
}
